import { expect, test } from 'vitest';
import { atDeal, atEnd, atFlop, hand, view } from '../fixtures/table';
import { sentences } from './speech';

const you = (choices: { word: string; times: number; chips: number; tip: number }[]) => ({ ...view(atFlop).you, choices });

test('the first view says nothing', () => {
  expect(sentences(null, view(atFlop))).toEqual([]);
});

test('the deal: no more bets, then your cards', () => {
  expect(sentences(view(hand()), view(atDeal))).toEqual([
    'No more bets.', 'Your cards: king of spades, five of diamonds.',
  ]);
});

test('the flop and your turn, with sums and seconds', () => {
  const now = view(atFlop, {
    deadline: 1_018_000, waits_ms: 20_000,
    you: you([{ word: 'play', times: 2, chips: 2000, tip: 0 }, { word: 'check', times: 0, chips: 0, tip: 0 }]),
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
  expect(said).toContain('Dealer: jack of diamonds, nine of spades. Pair of jacks, king-nine-eight kickers. The dealer qualifies.');
  expect(said).toContain('Blind pushes: winning hand below a straight.');
  expect(said).toContain('Net plus 25 dollars.');
  expect(said).toContain('Marcus minus 40 dollars.');
  expect(said.at(-1)).toBe('Hand 64.');
});

test('a message of the floor is read out', () => {
  const line = { number: 5, at: 0, round: 63, name: 'announced', text: 'last round before the break', seat: null, clauses: [], readings: [] };
  expect(sentences(view(atFlop), view(atFlop, { number: 5, messages: [line] }))).toEqual([
    'Message from the floor: Last round before the break.',
  ]);
});

test('nothing is told again between two rounds', () => {
  const over = view(atEnd);
  const between = view(hand(), { last: atEnd });
  const next = view(hand({ round: 64 }), { last: atEnd });
  expect(sentences(over, between)).toEqual([]);
  expect(sentences(between, next)).toEqual(['Hand 64.']);
});
