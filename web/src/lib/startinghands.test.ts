import { describe, expect, it } from 'vitest';
import { combinations, HAND_ROWS, handName } from './startinghands';

describe('starting hands', () => {
  it('are 169, and all deals together 1,326', () => {
    const all = HAND_ROWS.flat();

    expect(new Set(all).size).toBe(169);
    expect(all.reduce((sum, hand) => sum + combinations(hand), 0)).toBe(1326);
  });

  it('lie suited above the pairs and offsuit below', () => {
    expect(HAND_ROWS[0]?.slice(0, 3)).toEqual(['AA', 'AKs', 'AQs']);
    expect(HAND_ROWS[1]?.slice(0, 3)).toEqual(['AKo', 'KK', 'KQs']);
    expect(HAND_ROWS[12]?.at(-1)).toBe('22');
  });

  it('have names for the ear', () => {
    expect(handName('AA')).toBe('Pair of aces');
    expect(handName('T6s')).toBe('Ten-six suited');
    expect(handName('K5o')).toBe('King-five offsuit');
  });
});
