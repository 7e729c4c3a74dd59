// The rules that were played last in this browser: what "Play now" opens.

const KEY = 'pitboss.rules';

/** The last rules if they are still offered, else the first on offer. */
export function lastRules(offered: readonly { name: string }[]): string {
  const names = offered.map(({ name }) => name);
  const last = read();
  return names.includes(last) ? last : (names[0] ?? '');
}

export function rememberRules(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage the first rules on offer are used.
  }
}

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
