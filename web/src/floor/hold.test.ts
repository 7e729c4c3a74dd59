import { describe, expect, it } from 'vitest';
import { AGAIN_MS, AT_REST, HOLD_MS, isArmed, press, progress, release } from './hold';

describe('hold to declare', () => {
  it('is done after a full second, and not before', () => {
    expect(release(press(AT_REST, 0), HOLD_MS).done).toBe(true);
    expect(release(press(AT_REST, 0), HOLD_MS - 1).done).toBe(false);
  });
  it('is done by two short presses in time', () => {
    const once = release(press(AT_REST, 0), 80);
    expect(once.done).toBe(false);
    expect(isArmed(once.hold, 100)).toBe(true);
    expect(release(press(once.hold, 2000), 2080).done).toBe(true);
  });
  it('forgets the first press after a while', () => {
    const once = release(press(AT_REST, 0), 80).hold;
    expect(release(press(once, AGAIN_MS + 100), AGAIN_MS + 180).done).toBe(false);
  });
  it('does not count a hold that was broken off as a press', () => {
    const broken = release(press(AT_REST, 0), 700);
    expect(isArmed(broken.hold, 701)).toBe(false);
  });
  it('is not started again by the repeats of a held key', () => {
    expect(press(press(AT_REST, 0), 500).since).toBe(0);
    expect(progress(press(AT_REST, 0), 500)).toBe(0.5);
  });
});
