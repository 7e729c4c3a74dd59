import { expect, it } from 'vitest';
import { dayPoints, dayWord } from './days';

const line = (day: string, kind: string, right: number) => ({ day, kind, answered: 4, right, ms: 8_000 });
const DAYS = [line('2026-11-18', 'hands', 4), line('2026-11-18', 'fold', 2), line('2026-11-17', 'fold', 1)];
const PACE = [{ day: '2026-11-18', rounds: 2, ms: 60_000, an_hour: 120 }];

it('days are added up over kinds, oldest first', () => {
  const [first, second] = dayPoints(DAYS, PACE, '', 10);
  expect(first).toMatchObject({ day: '2026-11-17', right: 1, pace: null });
  expect(second).toMatchObject({ answered: 8, right: 6, ms: 16_000, pace: 120 });
});

it('one kind stands alone, and only the latest days', () => {
  expect(dayPoints(DAYS, PACE, 'fold', 10).map((one) => one.right)).toEqual([1, 2]);
  expect(dayPoints(DAYS, PACE, '', 1).map((one) => one.day)).toEqual(['2026-11-18']);
  expect(dayWord('2026-11-18')).toBe('18 Nov');
});
