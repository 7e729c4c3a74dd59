import { expect, test } from 'vitest';
import { atEnd, atFlop, hand, view } from '../fixtures/table';
import { bankOf, canSit, holeOf, laidOf, marksOf, seatOf } from './felt';

test('cards are seen, face down or not there', () => {
  expect(holeOf({ held: 0, cards: [] })).toEqual([undefined, undefined]);
  expect(holeOf({ held: 2, cards: [] })).toEqual([null, null]);
  expect(holeOf({ held: 2, cards: ['Ks', '5d'] })).toEqual(['Ks', '5d']);
  expect(laidOf({ held: 2, cards: [] })).toEqual([null, null]);
});

test('nothing is marked or dimmed before the dealer has shown', () => {
  const marks = marksOf(atFlop, 3);
  const up = atFlop.board.filter((card) => card !== null);
  expect(up.length).toBeGreaterThan(0);
  expect(up.some((card) => marks.dealers(card) || marks.yours(card) || marks.neither(card))).toBe(false);
});

test('at the end every community card is the dealer’s, yours, or neither', () => {
  const marks = marksOf(atEnd, 3);
  expect(marks.showdown).toBe(true);
  for (const card of atEnd.board) {
    expect(marks.neither(card)).toBe(!marks.dealers(card) && !marks.yours(card));
  }
  expect(marks.neither(null)).toBe(false);
});

test('who watches has no seat, and may take one while the table is open', () => {
  expect(seatOf(atEnd, 0)).toBeNull();
  const watching = { ...view(hand()).you, seat: 0 };
  expect(canSit(view(hand(), { you: watching }))).toBe(true);
  expect(canSit(view(hand(), { you: watching, standing: 'stopped' }))).toBe(false);
  expect(canSit(view(hand()))).toBe(false);
});

test('a bank that is still drawn is shown with what it had left', () => {
  const bank = { seat: 5, stake: 9000, left: 9000, offered: null, least: 100, most: 0, fee: 100, cover: 0 };
  const banked = { seat: 2, stake: 5000, collected: 0, paid: 1500, ran_out: false, won_full: false };
  const now = view(hand({ round: 64 }), { bank });
  expect(bankOf(now, hand({ round: 64 }))).toBe(bank);
  expect(bankOf(now, hand({ round: 63, bank: banked }))).toMatchObject({ seat: 2, stake: 5000, left: 3500 });
});
