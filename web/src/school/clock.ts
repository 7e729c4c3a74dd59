// Time of an examination: how much is left by the server's clock, and when it is said aloud.

const MINUTE_MS = 60_000;
/** Said once each, when so much is left. */
export const SAID_MS: readonly number[] = [10 * MINUTE_MS, 5 * MINUTE_MS, MINUTE_MS];
export const SHORT_MS = MINUTE_MS; // from here on the clock warns

/** How much is left; `ahead` is how far the server's clock is before ours. */
export const leftOf = (ends: number, ahead: number, now: number): number => Math.max(0, ends - (now + ahead));

/** What is to be said now that `left` remains and `before` did a moment ago; empty: nothing. */
export function saidAt(before: number, left: number): string {
  const passed = SAID_MS.find((one) => left <= one && before > one);
  if (passed === undefined) return '';
  const minutes = passed / MINUTE_MS;
  return minutes === 1 ? 'One minute left.' : `${minutes} minutes left.`;
}

/** "3.2 s", "1:05": how long one answer took on average; a dash where none was given. */
export function eachTime(ms: number, answered: number): string {
  if (answered === 0) return '–';
  const each = ms / answered;
  if (each < MINUTE_MS) return `${(each / 1000).toFixed(1)} s`;
  const seconds = Math.round(each / 1000);
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A moment as a field of the browser takes it, in local time: "2026-11-18T23:59". */
export function fieldTime(at: number): string {
  const time = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** What a field says, as a moment; null where it says none. */
export function momentOf(field: string): number | null {
  const at = Date.parse(field); // without a zone it is local time
  return Number.isNaN(at) ? null : at;
}
