import { describe, expect, it } from 'vitest';
import type { MistakeCard } from '../lib/wire';
import { dueGames, dueWords } from './due';

const MINUTE = 60_000;

describe('when a mistake comes back', () => {
  it('is said in one unit', () => {
    expect(dueWords(0, MINUTE)).toBe('due now');
    expect(dueWords(MINUTE, 0)).toBe('in 1 minute');
    expect(dueWords(10 * MINUTE, 0)).toBe('in 10 minutes');
    expect(dueWords(3 * 60 * MINUTE, 0)).toBe('in 3 hours');
    expect(dueWords(5 * 24 * 60 * MINUTE, 0)).toBe('in 5 days');
  });

  it('is counted by its rules, where it is due', () => {
    const card = (rules: string, due: number) => ({ rules, blind: 'A', due }) as MistakeCard;

    const found = dueGames([card('california', 5), card('maryland', 1), card('maryland', 2), card('maryland', 99)], 10);

    expect(found.map(({ rules, due }) => [rules, due])).toEqual([
      ['maryland', 2],
      ['california', 1],
    ]);
  });
});
