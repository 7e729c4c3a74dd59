import { describe, expect, it } from 'vitest';
import { hand } from '../fixtures/table';
import { openCards, questionOf, readSeen, stillCounts } from './seen';

describe('cards seen elsewhere', () => {
  it('are read as people write them', () => {
    expect(readSeen('kh, 10s T♦', [], [])).toEqual(['Kh', 'Ts', 'Td']);
  });

  it('are refused with one line', () => {
    const wrong =
      (text: string, open: string[] = [], had: string[] = []) =>
      () =>
        readSeen(text, open, had);
    expect(wrong('')).toThrow('Write a rank and a suit, as in Kh or 10s.');
    expect(wrong('Kx')).toThrow('“Kx” is no card.');
    expect(wrong('1h')).toThrow('“1h” is no card.');
    expect(wrong('Kh', ['Kh'])).toThrow('K♥ lies open on the table');
    expect(wrong('Kh kh')).toThrow('K♥ is in the list already.');
    expect(wrong('Kh', [], ['Kh'])).toThrow('K♥ is in the list already.');
  });

  it('count until the next hand is dealt', () => {
    const seen = { round: 4, cards: [] };
    const at = (round: number, phase: 'bets' | 'flop') => stillCounts(seen, hand({ round, phase }));
    expect([at(4, 'flop'), at(5, 'bets'), at(5, 'flop'), at(6, 'bets')]).toEqual([true, true, false, false]);
    expect(stillCounts(seen, undefined)).toBe(false);
  });

  it('go into the question by street', () => {
    expect(questionOf('simple', [])).toBe('?strategy=simple');
    const cards = [
      { card: 'Kh', street: 'deal' },
      { card: '9c', street: 'deal' },
      { card: '2s', street: 'river' },
    ] as const;
    expect(questionOf('optimal', cards)).toBe('?strategy=optimal&seen=Kh+9c&seen_river=2s');
  });

  it('knows what lies open', () => {
    expect(openCards(hand({ board: ['2c', null, '7d'] }))).toEqual(expect.arrayContaining(['2c', '7d']));
  });
});
