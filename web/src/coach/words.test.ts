import { describe, expect, it } from 'vitest';
import type { CoachDecision, CoachPrice, Exact } from '../lib/wire';
import { amount, antes, bars, choiceWord, costWord, percent, sentence, splitWords } from './words';

const exact = (decimal: number): Exact => ({ fraction: String(decimal), decimal });
const price: CoachPrice = {
  street: 'flop',
  ante: 1000,
  choices: [
    { name: '2x', antes: exact(0.12), cents: exact(120) },
    { name: 'check', antes: exact(-0.1), cents: exact(-60) },
  ],
  best: '2x',
  guide: '2x',
  win: exact(0.605),
  tie: exact(0.0000009),
  lose: exact(0.395),
  qualifies: exact(0.8),
  deals: 1070190,
  reason: [],
  outs: [],
  dealer_outs: [],
};
const made = (cost: number, chosen = 'check', by_clock = false): CoachDecision => ({
  event: 7,
  price,
  chosen,
  by_clock,
  cost_antes: exact(cost / 1000),
  cost_cents: exact(cost),
  behind_guide: exact(cost),
});

describe('the words of the coach', () => {
  it('names choices as the buttons do', () => {
    expect(['check', 'fold', '4x'].map(choiceWord)).toEqual(['Check', 'Fold', 'Bet 4×']);
  });

  it('writes amounts with both places and a true minus', () => {
    expect([120, -100.2, 0.2].map((n) => amount(exact(n)))).toEqual(['+$1.20', '−$1.00', '$0.00']);
    expect(antes(exact(-2.17272))).toBe('−2.173');
  });

  it('never rounds a chance to none or to certainty', () => {
    expect([0.6054, 0.0000009, 0.99999, 1, 0].map((n) => percent(exact(n)))).toEqual([
      '60.5 %',
      'under 0.1 %',
      'over 99.9 %',
      '100.0 %',
      '0.0 %',
    ]);
  });

  it('says what a choice cost', () => {
    expect([0, 0.3, 220].map((cost) => costWord(made(cost)))).toEqual(['Best', 'Less than a cent', '−$2.20']);
    const graded = (behind: number) => costWord({ ...made(220), behind_guide: exact(behind) }, 'simple');
    expect([0, 0.3, 220, -34].map(graded)).toEqual(['As the strategy', 'Less than a cent', '−$2.20', '+$0.34']);
    expect(sentence(made(0, '2x'), true)).toBe('On the flop you bet 2×');
    expect(sentence(made(0, 'check', true), true)).toBe('On the flop the time ran out: checked');
  });

  it('draws the largest value over half of the line, on its side of zero', () => {
    expect(bars(price)).toEqual([
      { from: 50, length: 48 },
      { from: 26, length: 24 },
    ]);
  });

  it('tells luck and skill apart in one sentence', () => {
    const split = { before: exact(-22), luck: exact(-24000), cost: exact(1200), others: 0, net: -25222 };
    expect(splitWords(split, true)).toBe('The cards brought −$240, your choices cost $12.');
    expect(splitWords({ ...split, cost: exact(0) }, false)).toBe('The cards brought −$240, the choices cost nothing.');
  });
});
