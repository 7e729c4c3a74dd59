// Single keys: which press is meant for the page and not for a field or a dialog.

/** What a page does with keys: by `event.key` in small letters, "space" and "?" among them. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>;

const TYPED = new Set(['INPUT', 'TEXTAREA', 'SELECT']);
const PRESSED = new Set(['BUTTON', 'A', 'SUMMARY']); // Space and Enter are theirs

/** The key's name in a map, or empty where the press is not for the page. */
export function keyOf(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return '';
  if (event.target instanceof HTMLElement) {
    const { tagName, isContentEditable } = event.target;
    if (TYPED.has(tagName) || isContentEditable) return '';
    if (event.target.closest('dialog[open]')) return '';
    if ((event.key === ' ' || event.key === 'Enter') && PRESSED.has(tagName)) return '';
  }
  if (event.key === ' ') return 'space';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key.toLowerCase();
}

/** Listen on the window; a handler that returns false did nothing, so that the key goes on. */
export function listen(map: () => KeyMap, on: () => boolean): () => void {
  const hear = (event: KeyboardEvent): void => {
    const key = keyOf(event);
    if (key === '' || (!on() && key !== 'escape')) return;
    const act = Object.hasOwn(map(), key) ? map()[key] : undefined;
    if (act && act(event) !== false) event.preventDefault();
  };
  window.addEventListener('keydown', hear);
  return () => window.removeEventListener('keydown', hear);
}
