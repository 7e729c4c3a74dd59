import { describe, expect, it } from 'vitest';
import { spotChoices } from './choices';

describe('choices as buttons', () => {
  it('stand as at the table, with its keys and sums', () => {
    const found = spotChoices(['4x', '3x', 'check'], 1000);

    expect(found.map((one) => one.text)).toEqual(['Check', 'Bet 3×', 'Bet 4×']);
    expect(found.map((one) => one.key)).toEqual(['c', '3', '4']);
    expect(found.map((one) => one.sum)).toEqual(['', '$30', '$40']);
    expect(spotChoices(['1x', 'fold'], 1250).map((one) => [one.key, one.sum])).toEqual([
      ['f', ''],
      ['1', '$12.50'],
    ]);
  });
});
