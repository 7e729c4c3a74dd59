import { expect, test } from 'vitest';
import { offers as plain } from '../fixtures/table';
import type { Choice } from '../lib/wire';
import { acts } from './acts';
import { tipLess, tipMore, tipMost, tipsBeside, tipSpots } from './tips';

const offers = plain.map((offer) => ({
  ...offer,
  tip: ['ante', 'trips'].includes(offer.wager) ? { step: 100, capped: true, alone: offer.wager === 'trips' } : null,
}));
const bets = { ante: 1000, blind: 1000 };

test('a tip may ride where the server offers one, and nowhere else', () => {
  expect(tipSpots(offers)).toEqual(['ante', 'trips']);
  expect(tipSpots(plain)).toEqual([]);
  expect(tipMost(offers, bets, 'blind')).toBe(0);
});

test('a tip is never above your own wager there', () => {
  expect(tipMost(offers, bets, 'ante')).toBe(1000);
  expect(tipMore(offers, bets, 'ante', 500)).toBe(1000);
  expect(tipMore(offers, bets, 'ante', 1000)).toBe(1000);
  expect(tipsBeside({ ante: 1000 }, { ante: 500, blind: 500 }, offers)).toEqual({ ante: 500 });
});

test('without a wager of your own there is no tip; beside one, a tip may ride where the server lets it ride alone', () => {
  expect(tipsBeside({ ante: 100, trips: 100 }, {}, offers)).toEqual({});
  expect(tipsBeside({ trips: 100 }, bets, offers)).toEqual({ trips: 100 });
  expect(tipsBeside({ ante: 100 }, { trips: 500 }, offers)).toEqual({});
  const free = offers.map((offer) =>
    offer.tip ? { ...offer, tip: { step: 100, capped: false, alone: true } } : offer,
  );
  expect(tipsBeside({ ante: 900 }, { trips: 500 }, free)).toEqual({ ante: 900 });
});

test('a tip goes up and down in steps that the table takes', () => {
  expect(tipMore(offers, bets, 'ante', 0)).toBe(100);
  expect(tipLess(offers, 'ante', 500)).toBe(400);
  expect(tipLess(offers, 'ante', 100)).toBe(0);
});

test('a Play asks for its tip only when one is wanted and may ride', () => {
  const choices: readonly Choice[] = [
    { word: 'play', times: 4, chips: 4000, tip: 400 },
    { word: 'check', times: 0, chips: 0, tip: 0 },
  ];
  expect(acts(choices, true).at(-1)).toMatchObject({ sum: '$40 + $4 tip', ask: { do: 'play', times: 4, tip: true } });
  expect(acts(choices, false).at(-1)).toMatchObject({ sum: '$40', ask: { do: 'play', times: 4, tip: false } });
});
