import { describe, expect, it } from 'vitest';
import { barLength, cost, lastDays, scoreWords, share } from './score';

const exact = (decimal: number) => ({ fraction: String(decimal), decimal });

describe('scores in words', () => {
  it('says a share, and never all where one was wrong', () => {
    expect(share(17, 20)).toBe('85 %');
    expect(share(999, 1000)).toBe('99 %');
    expect(share(20, 20)).toBe('100 %');
    expect(share(0, 0)).toBe('–');
  });

  it('says a cost, and never nothing where there is something', () => {
    expect(cost(exact(0.0344))).toBe('0.034');
    expect(cost(exact(0.0001))).toBe('under 0.001');
    expect(cost(exact(0))).toBe('0');
    expect(cost(null)).toBe('–');
  });

  it('says both scores of a drill in one line', () => {
    const score = { answered: 20, right: 17, cost: exact(0.34), per_round: exact(0.01), error: null };

    expect(scoreWords(score)).toBe('17 of 20 right, cost 0.340 Antes');
  });
});

describe('pictures', () => {
  it('have bars that can be seen', () => {
    expect(barLength(0, 5)).toBe(0);
    expect(barLength(0.001, 5)).toBe(1.5);
    expect(barLength(5, 5)).toBe(100);
    expect(barLength(1, 0)).toBe(0);
  });

  it('have the last days over the end of a month', () => {
    expect(lastDays('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(lastDays('', 3)).toEqual([]);
  });
});
