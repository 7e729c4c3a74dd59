import { expect, test } from 'vitest';
import { offers } from '../fixtures/table';
import type { Offer } from '../lib/wire';
import {
  again,
  doubled,
  fit,
  lacking,
  least,
  less,
  more,
  offerOf,
  put,
  putWithNeeds,
  readBets,
  sum,
  withChip,
} from './slip';

const ante = offerOf(offers, 'ante')!;
const progressive = offerOf(offers, 'progressive')!;

test('Blind goes with Ante, and side bets go when Ante goes', () => {
  const bets = put(put({}, offers, 'ante', 2000), offers, 'trips', 500);
  expect(bets).toEqual({ ante: 2000, blind: 2000, trips: 500 });
  expect(put(bets, offers, 'ante', 0)).toEqual({});
});

test('a side bet without what it needs is not made', () => {
  expect(put({}, offers, 'trips', 500)).toEqual({});
});

test('a side bet that needs another says which, and brings it', () => {
  const six: Offer = {
    ...offerOf(offers, 'trips')!,
    wager: 'six_card',
    least: 100,
    ladder: [100, 500],
    needs: ['ante', 'trips'],
  };
  const all = [...offers, six];
  const bets = put({}, all, 'ante', 2000);

  expect(lacking(bets, all, 'six_card')).toEqual(['trips']);
  expect(lacking({}, all, 'ante')).toEqual([]);
  expect(putWithNeeds(bets, all, 'six_card', 100)).toEqual({ ante: 2000, blind: 2000, trips: 500, six_card: 100 });
  expect(putWithNeeds({}, all, 'six_card', 100)).toEqual({ ante: 1000, blind: 1000, trips: 500, six_card: 100 });
});

test('amounts stay within what is offered', () => {
  expect(fit(ante, 700)).toBe(1000);
  expect(fit(ante, 1700)).toBe(1500);
  expect(fit(ante, 99_900)).toBe(10_000);
  expect(fit(ante, 0)).toBe(0);
  expect(fit(progressive, 300)).toBe(100);
  expect(fit(progressive, 50)).toBe(100);
});

test('plus and minus walk the ladder and end at nothing', () => {
  expect(more(ante, 0)).toBe(1000);
  expect(more(ante, 1700)).toBe(2000);
  expect(more(ante, 10_000)).toBe(10_000);
  expect(less(ante, 2500)).toBe(2000);
  expect(less(ante, 1000)).toBe(0);
  expect(more(progressive, 500)).toBe(500);
});

test('a chip adds what it is worth, at least the least', () => {
  expect(withChip(ante, 0, 500)).toBe(1000);
  expect(withChip(ante, 1000, 2500)).toBe(3500);
  expect(withChip(ante, 9000, 2500)).toBe(10_000);
  expect(withChip(progressive, 0, 2500)).toBe(100);
});

test('repeat and double stay within today\u2019s offers', () => {
  expect(again({ ante: 20_000, blind: 20_000, six_card: 500 }, offers)).toEqual({ ante: 10_000, blind: 10_000 });
  expect(doubled({ ante: 2000, blind: 2000, trips: 500 }, offers)).toEqual({ ante: 4000, blind: 4000, trips: 1000 });
});

test('the least round is Ante and Blind alone', () => {
  expect(least(offers)).toEqual({ ante: 1000, blind: 1000 });
  expect(sum(least(offers))).toBe(2000);
  expect(least([])).toEqual({});
});

test('kept bets that are odd are none', () => {
  expect(readBets('{"ante":1000,"x":-1,"<b>":5,"trips":1.5}')).toEqual({ ante: 1000 });
  for (const text of [null, '{', '[1]', '7', 'null']) expect(readBets(text)).toEqual({});
});
