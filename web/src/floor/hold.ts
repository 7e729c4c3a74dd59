// "Hold to declare": a press that must last, and for those who cannot hold, two presses.

export const HOLD_MS = 1000;
/** Two presses count as one intent within this time; long enough for a switch user's scan. */
export const AGAIN_MS = 8000;
/** A press shorter than this is a press, not a hold that was broken off. */
export const TAP_MS = 350;

export interface Hold {
  readonly since: number | null;
  readonly armedAt: number | null;
}
export const AT_REST: Hold = { since: null, armedAt: null };
export type Outcome = { readonly hold: Hold; readonly done: boolean };

export function press(hold: Hold, now: number): Hold {
  return hold.since === null ? { ...hold, since: now } : hold;
}

/** The finger is up: a full hold is done; a short press arms, and a second one in time is done. */
export function release(hold: Hold, now: number): Outcome {
  if (hold.since === null) return { hold, done: false };
  const held = now - hold.since;
  if (held >= HOLD_MS) return { hold: AT_REST, done: true };
  if (held > TAP_MS) return { hold: AT_REST, done: false };
  if (isArmed(hold, now)) return { hold: AT_REST, done: true };
  return { hold: { since: null, armedAt: now }, done: false };
}

export function isArmed(hold: Hold, now: number): boolean {
  return hold.armedAt !== null && now - hold.armedAt <= AGAIN_MS;
}

/** How much of the hold is done, 0 to 1. */
export function progress(hold: Hold, now: number): number {
  return hold.since === null ? 0 : Math.min(1, (now - hold.since) / HOLD_MS);
}
