import type { Choice } from '../lib/wire';
import { expect, test } from 'vitest';
import { atDeal, atEnd, atFlop, hand, offers, view } from '../fixtures/table';
import { sentences } from './speech';

const you = (choices: readonly Choice[]) => ({
  ...view(atFlop).you,
  choices,
});

test('the first view says nothing', () => {
  expect(sentences(null, view(atFlop))).toEqual([]);
});

test('the deal: no more bets, then your cards', () => {
  expect(sentences(view(hand()), view(atDeal))).toEqual([
    'No more bets.',
    'Your cards: king of spades, five of diamonds.',
  ]);
});

test('the flop and your turn, with sums and seconds', () => {
  const now = view(atFlop, {
    deadline: 1_018_000,
    waits_ms: 20_000,
    you: you([
      { word: 'play', times: 2, chips: 2000, tip: 0 },
      { word: 'check', times: 0, chips: 0, tip: 0 },
    ]),
  });
  expect(sentences(view(atDeal), now)).toEqual([
    'Marcus plays 2 times, 20 dollars.',
    'Flop: five of hearts, jack of clubs, eight of spades.',
    'You have a pair of fives, king-jack-eight kickers.',
    'Your turn: check, or bet 2 times, 20 dollars. 18 seconds.',
  ]);
});

test('each thing is said once: the same view again says nothing', () => {
  const now = view(atFlop, { you: you([{ word: 'check', times: 0, chips: 0, tip: 0 }]) });
  expect(sentences(now, { ...now, number: 2 })).toEqual([]);
});

test('the showdown is told to the end, also when the next round has begun', () => {
  const said = sentences(view(atFlop), view(hand({ round: 64 }), { last: atEnd, offers: [] }));
  expect(said).toContain('River: king of diamonds, three of clubs.');
  expect(said).toContain('Dealer: jack of diamonds, nine of spades: pair of jacks. The dealer qualifies.');
  expect(said).toContain(
    'You win 25 dollars: two pair, kings and fives against pair of jacks. Ante and Play win, Blind pushes, Trips loses.',
  );
  expect(said).toContain('Marcus loses 40 dollars.');
  expect(said.filter((text) => /Ante|You have/.test(text)).length).toBe(1); // the result says it, once
  expect(said.at(-1)).toBe('Hand 64.');
});

test('high cards are read out, and who breaks even hears it', () => {
  const high = view(
    hand({
      ...atFlop,
      seats: atFlop.seats.map((one) => (one.seat === 3 ? { ...one, hand: 'high card ace-king-jack-five-two' } : one)),
    }),
  );
  expect(sentences(view(atDeal), high)).toContain('You have ace high: ace, king, jack, five, two.');
  const even = { ...atEnd, seats: atEnd.seats.map((one) => (one.player ? { ...one, net: 0 } : one)) };
  const said = sentences(view(atFlop), view(even));
  expect(said.some((text) => text.startsWith('You break even: two pair, '))).toBe(true);
  expect(said).toContain('Marcus breaks even.');
});

test('nobody is said to have checked when the round is void', () => {
  const seats = atDeal.seats.map((one) => (one.player ? { ...one, state: 'void' as const } : one));
  expect(sentences(view(atDeal), view({ ...atDeal, phase: 'void', turn: null, seats }))).toEqual([
    'The round is void.',
  ]);
});

test('a pause lets the hand go on, and says so', () => {
  expect(sentences(view(atFlop), view(atFlop, { standing: 'paused' }))).toEqual(['The table pauses after this hand.']);
  expect(sentences(view(hand()), view(hand(), { standing: 'paused' }))).toEqual(['The table is paused.']);
});

test('a message of the floor is read out', () => {
  const line = {
    number: 5,
    at: 0,
    round: 63,
    name: 'announced',
    text: 'the floor says: last round before the break',
    seat: null,
    clauses: [],
    readings: [],
  };
  expect(sentences(view(atFlop), view(atFlop, { number: 5, messages: [line] }))).toEqual([
    'The floor says: last round before the break.',
  ]);
});

test('nothing is told again between two rounds', () => {
  const over = view(atEnd);
  const between = view(hand(), { last: atEnd });
  const next = view(hand({ round: 64 }), { last: atEnd });
  expect(sentences(over, between)).toEqual([]);
  expect(sentences(between, next)).toEqual(['Hand 64.']);
});

const bank = (more: object) => ({
  seat: null,
  stake: 0,
  left: 0,
  offered: null,
  least: 500,
  most: 0,
  fee: 0,
  cover: 0,
  ...more,
});
const banked = (seat: number) => ({ seat, stake: 20_000, collected: 0, paid: 0, ran_out: false, won_full: false });

test('where players bank, bets are asked for once somebody holds the bank', () => {
  const before = view(atEnd, { bank: bank({}) });
  const offered = view(hand({ round: 64 }), { last: atEnd, bank: bank({ offered: 3 }) });
  const taken = view(hand({ round: 64 }), { last: atEnd, bank: bank({ seat: 2, stake: 20_000 }), offers });

  expect(sentences(before, offered)).toEqual(['Hand 64.', 'The bank is offered to you: take it, or pass.']);
  expect(sentences(offered, taken)).toEqual(['Marcus holds the bank, 200 dollars. Place your bets.']);
  expect(sentences(taken, { ...taken, number: 2 })).toEqual([]);
});

test('a player-dealer is never called the dealer, and your own cards are yours', () => {
  const said = (seat: number) => sentences(view(atFlop), view({ ...atEnd, bank: banked(seat) })).join(' ');

  expect(said(2)).toContain(
    'Player-dealer: jack of diamonds, nine of spades: pair of jacks. The player-dealer qualifies.',
  );
  expect(said(3)).toContain(
    'Your cards as player-dealer: jack of diamonds, nine of spades: pair of jacks. You qualify.',
  );
});
