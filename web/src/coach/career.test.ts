import { describe, expect, it } from 'vitest';
import type { Career, CareerFigures, Exact } from '../lib/wire';
import { careerWords, courseRows, ladder, missingWords, perHundred, plotOf } from './career';

const exact = (decimal: number): Exact => ({ fraction: String(decimal), decimal });
const figures: CareerFigures = {
  hands: 40,
  since: 1,
  per_hundred: exact(1.239),
  error: { decimal: 0.314, variance: exact(0.0986) },
  before: exact(-800),
  luck: exact(-24000),
  cost: exact(1200),
  others: 0,
  net: -26000,
  streets: [],
  kinds: [],
  course: [],
};
const career: Career = {
  session: figures,
  career: figures,
  not_priced: 0,
  left_out: 0,
  rules: 'Maryland',
  strategies: [
    { name: 'optimal', title: 'Perfect play', per_hundred: exact(0) },
    { name: 'simple', title: 'Simple strategy', per_hundred: exact(0.25) },
    { name: 'never-4x', title: 'Never 4x', per_hundred: exact(9) },
  ],
  waiting: '',
};

describe('a career', () => {
  it('is told in two sentences', () => {
    expect(careerWords(figures)).toBe('The cards brought −$240, your choices cost $12.');
    expect(perHundred(figures)).toBe('1.24 Antes, give or take 0.31');
    expect(perHundred({ ...figures, error: null })).toBe('1.24 Antes');
  });

  it('says what is not in it', () => {
    expect(missingWords(career)).toBe('');
    expect(missingWords({ ...career, not_priced: 1, left_out: 2 })).toBe(
      '1 hand not priced yet. 2 hands cannot be counted and are left out.',
    );
  });

  it('puts you between the strategies', () => {
    expect(ladder(career, figures).map((one) => one.title)).toEqual([
      'Perfect play',
      'Simple strategy',
      'You',
      'Never 4x',
    ]);
  });

  it('is drawn from zero, with the cost below it', () => {
    const plot = plotOf([{ hands: 10, luck: 300, cost: 100, net: 200 }], 100, 40);
    expect(plot).toMatchObject({ luck: 'M0 30L100 0', net: 'M0 30L100 10', cost: 'M0 30L100 40', zero: 30 });
    expect(plotOf([], 100, 40).luck).toBe('M0 0');
  });

  it('is a table of a few rows too', () => {
    const course = Array.from({ length: 25 }, (_, i) => ({ hands: i + 1, luck: i * 100, cost: i, net: -i }));
    const rows = courseRows(course);
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(rows.at(-1)).toEqual(['25', '+$24', '−$0.24', '−$0.24']);
  });
});
