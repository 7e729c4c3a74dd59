// Sentences for the live regions: each is added once, in order, and stays a while.

const KEPT = 8; // enough that a slow reader has not lost any
const URGENT_MS = 6_000; // then it is no longer true

class Announcer {
  said = $state.raw<readonly { readonly id: number; readonly text: string }[]>([]);
  urgent = $state('');
  #count = 0;
  #calm: ReturnType<typeof setTimeout> | undefined;

  /** Say what one event brought, behind what was said before. */
  say(text: string): void {
    if (text === '') return;
    this.#count += 1;
    this.said = [...this.said, { id: this.#count, text }].slice(-KEPT);
  }

  /** Say at once, over everything else: time running out, the table stopped. */
  alert(text: string): void {
    clearTimeout(this.#calm);
    this.urgent = '';
    setTimeout(() => (this.urgent = text), 20);
    this.#calm = setTimeout(() => (this.urgent = ''), URGENT_MS);
  }
}

export const announcer = new Announcer();
export const say = (text: string): void => announcer.say(text);
export const alertNow = (text: string): void => announcer.alert(text);
