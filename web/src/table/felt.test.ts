import { expect, test } from 'vitest';
import { atEnd, atFlop, hand, view } from '../fixtures/table';
import type { Felt } from '../lib/wire';
import {
  amount,
  bankOf,
  canSit,
  dealerOf,
  drawnOf,
  holeOf,
  isLit,
  laidOf,
  marksOf,
  netWord,
  playerWords,
  seatOf,
  tipOn,
} from './felt';

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

const felt = { seats: 6, kind: 'public', dealer_word: 'dealer' } as Felt; // all that the seats' order needs

test('the others sit clockwise from your chair; a solo table has no free seats', () => {
  const end = atEnd;
  const around = drawnOf(end, felt, 3);
  expect(around.mine?.seat).toBe(3);
  expect(around.others.map((one) => one.seat)).toEqual([4, 5, 6, 1, 2].filter((seat) => seatOf(end, seat)));
  const solo = drawnOf(end, { ...felt, kind: 'solo' }, 3);
  expect(solo.others.every((one) => one.player !== '')).toBe(true);
});

test('the dealer is named at once, and the hand only when it is shown', () => {
  expect(dealerOf(atFlop, 'player-dealer')).toEqual({ name: 'Player-dealer', hand: '', qualifies: '' });
  const shown = dealerOf(atEnd, '');
  expect(shown.name).toBe('Dealer');
  expect(shown.hand).not.toBe('');
  expect(shown.qualifies).toMatch(/qualif/);
});

test('results are written alike everywhere', () => {
  expect([netWord(0), netWord(2000), netWord(-500)]).toEqual(['push', '+$20', '−$5']);
  expect(amount(0, 'push')).toBe('push');
  expect(amount(0, 'returned')).toBe('returned');
  expect(amount(0, 'win')).toBe('$0');
});

test('a light is on and a tip is shown until they are settled', () => {
  const [seat] = atFlop.seats;
  const spot = { wager: 'progressive', chips: 100, tip: 200, outcome: null, paid: 0, net: 0 } as const;
  const bet = { ...seat!, net: null, spots: [spot] };
  expect([isLit(bet), tipOn(bet, spot)]).toEqual([true, 200]);
  const paid = { ...spot, outcome: 'lose' } as const;
  expect([isLit({ ...bet, spots: [paid] }), tipOn(bet, paid)]).toEqual([false, 0]);
  expect(playerWords({ ...bet, player: 'Ann (bot, timid)', bot: true }, 0)).toBe('Ann, bot');
});
