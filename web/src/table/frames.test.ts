import { expect, test } from 'vitest';
import { atDeal, atEnd, atFlop, hand } from '../fixtures/table';
import { frames, lengthOf, MOVES_MS } from './frames';

test('a felt that was never seen is simply shown', () => {
  expect(frames(null, atFlop)).toEqual([{ hand: atFlop, ms: 0, line: '', clauses: [], move: null }]);
});

test('cards are dealt packet by packet and end as the server says', () => {
  const made = frames(hand(), atDeal);

  expect(made.at(-1)?.hand).toBe(atDeal);
  const held = made.map((frame) => [
    frame.hand.board.length,
    frame.hand.seats[1]?.held,
    frame.hand.seats[2]?.held,
    frame.hand.dealer.held,
  ]);
  expect(held).toEqual([
    [5, 0, 0, 0],
    [5, 2, 0, 0],
    [5, 2, 2, 0],
    [5, 2, 2, 2],
    [5, 2, 2, 2],
  ]);
});

test('your own cards lie open from the moment they are dealt', () => {
  const made = frames(hand(), atDeal);
  expect(made.find((frame) => frame.hand.seats[2]?.held === 2)?.hand.seats[2]?.cards).toEqual(['Ks', '5d']);
});

test('no picture on the way shows a card that the end does not show', () => {
  for (const frame of frames(hand(), atDeal)) {
    expect(frame.hand.board.every((card) => card === null)).toBe(true);
    expect(frame.hand.dealer.cards).toEqual([]);
    expect(frame.hand.seats[1]?.cards).toEqual([]);
  }
});

test('at the showdown: board, dealer, neighbours, then wager by wager in settlement order', () => {
  const made = frames(atFlop, atEnd);

  const wagers = made.flatMap((frame) => (frame.move ? [`${frame.move.seat} ${frame.move.wager}`] : []));
  expect(wagers).toEqual(['3 ante', '3 blind', '3 play', '3 trips', '2 ante', '2 blind', '2 play']);
  const river = made.findIndex((frame) => frame.hand.board[4] === '3c');
  const reveal = made.findIndex((frame) => frame.hand.dealer.cards.length === 2);
  const first = made.findIndex((frame) => frame.move);
  expect(river).toBeLessThan(reveal);
  expect(reveal).toBeLessThan(first);
  expect(made.at(-1)?.hand).toBe(atEnd);
});

test('a wager is paid in its own picture and not before', () => {
  const made = frames(atFlop, atEnd).filter((frame) => frame.move);
  const outcomes = made.map((frame) => (frame.hand.seats[2]?.spots ?? []).map((spot) => spot.outcome));
  expect(outcomes[0]).toEqual(['win', null, null, null]);
  expect(outcomes[1]).toEqual(['win', 'push', null, null]);
  expect(outcomes[3]).toEqual(['win', 'push', 'win', 'lose']);
});

test('the net stands when the last wager of a seat is done', () => {
  const made = frames(atFlop, atEnd).filter((frame) => frame.move);
  expect(made.map((frame) => frame.hand.seats[2]?.net)).toEqual([null, null, null, 2500, 2500, 2500, 2500]);
  expect(made.map((frame) => frame.hand.seats[2]?.chips)).toEqual([
    111000, 111000, 111000, 116500, 116500, 116500, 116500,
  ]);
  expect(made[0]?.hand.seats[2]?.state).toBe('played');
});

test('each picture of a wager carries its line and its clause', () => {
  const blind = frames(atFlop, atEnd).find((frame) => frame.move?.wager === 'blind' && frame.move.seat === 3);
  expect(blind?.line).toBe('Blind pushes: winning hand below a straight');
  expect(blind?.clauses).toEqual(['MD-11.H.3.c']);
});

test('all wagers together take little more than a second, however many there are', () => {
  const made = frames(atFlop, atEnd).filter((frame) => frame.move);
  expect(made.length).toBe(7);
  expect(lengthOf(made)).toBeCloseTo(MOVES_MS);
});

test('no hand is named, ringed or dimmed before its cards lie open', () => {
  const made = frames(atFlop, atEnd);
  const open = made.findIndex((frame) => frame.hand.dealer.cards.length === 2);
  const named = made.findIndex((frame) => frame.hand.dealer.hand !== '');
  expect(named).toBeGreaterThan(open);
  expect(made[named]?.move?.wager).toBe('ante');
  for (const frame of made.slice(0, named)) {
    expect(frame.hand.dealer).toMatchObject({ hand: '', five: [], qualifies: null });
    expect(frame.hand.seats[2]).toMatchObject({ hand: 'pair of fives, king-jack-eight kickers', five: [] });
  }
});

test('on the flop your hand is named after its cards', () => {
  const made = frames(atDeal, atFlop);
  const turned = made.find((frame) => frame.hand.board[0] !== null);
  expect(turned?.ms).toBeGreaterThan(0);
  expect(turned?.hand.seats[2]?.hand).toBe('');
  expect(made.at(-1)?.hand.seats[2]?.hand).toBe('pair of fives, king-jack-eight kickers');
});

test('a board that comes whole is turned over street by street', () => {
  const boards = frames(atDeal, atEnd).map((frame) => frame.hand.board.filter((card) => card !== null).length);
  expect([...new Set(boards)]).toEqual([3, 5]);
});

test('the cards of the hand before are taken away before the next are dealt', () => {
  const first = frames(atEnd, { ...atDeal, round: 64 })[0];
  expect([first?.hand.board, first?.hand.dealer.held, first?.hand.seats[2]?.held]).toEqual([[], 0, 0]);
});

test('what is settled already is not settled twice', () => {
  expect(frames(atEnd, atEnd).length).toBe(1);
});

test('a new round replaces the old one at once', () => {
  const next = hand({ round: 64 });
  expect(frames(atEnd, next).map((frame) => frame.hand)).toEqual([next]);
});
