import { describe, expect, it } from 'vitest';
import type { CoachPrice, Exact } from '../lib/wire';
import { inAntes, verdict } from './verdict';

const exact = (fraction: string, decimal: number): Exact => ({ fraction, decimal });
const choice = (name: string, fraction: string, antes: number) => ({
  name,
  antes: exact(fraction, antes),
  cents: exact(fraction, antes * 1000),
});
const PRICE = {
  best: '2x',
  choices: [choice('2x', '3/25', 0.12), choice('check', '-1/10', -0.1), choice('fold', '11999/100000', 0.11999)],
} as unknown as CoachPrice;

describe('what a choice cost', () => {
  it('is nothing for the best one', () => {
    expect(verdict(PRICE, '2x')).toEqual({ right: true, head: 'You bet 2×: best', tail: '' });
  });

  it('is said in dollars and in Antes, with the best choice', () => {
    expect(verdict(PRICE, 'check')).toEqual({
      right: false,
      head: 'You checked: it costs $2.20',
      tail: '0.220 Antes; Bet 2× is best',
    });
  });

  it('is never said to be nothing where it is little', () => {
    expect(verdict(PRICE, 'fold')?.head).toBe('You folded: it costs less than a cent');
    expect(inAntes(0.00001)).toBe('under 0.001 Antes');
  });

  it('is not there without a choice', () => {
    expect(verdict(PRICE, '')).toBeNull();
  });
});
