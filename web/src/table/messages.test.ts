import { expect, test } from 'vitest';
import { atFlop, view } from '../fixtures/table';
import { recent } from './messages';

const line = (number: number, round: number, at: number) => ({
  number,
  at,
  round,
  name: 'announced',
  text: 'x',
  seat: null,
  clauses: [],
  readings: [],
});

test('a message is news in its own hand and for three minutes', () => {
  const now = view(atFlop, { at: 1_000_000 });
  const round = now.hand.round;
  const messages = [line(1, round - 1, 800_000), line(2, round - 1, 900_000), line(3, round, 1_000)];

  expect(recent({ ...now, messages }).map((one) => one.number)).toEqual([2, 3]);
  expect(recent(null)).toEqual([]);
});
