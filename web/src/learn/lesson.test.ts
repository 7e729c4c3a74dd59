import { expect, it } from 'vitest';
import { rankOf, suitOf } from '../lib/cards';
import { HANDS, OUTCOMES, STREETS } from './lesson';

it('shows five different cards for each hand, of one suit just where the hand says so', () => {
  for (const [name, cards, words] of HANDS) {
    expect(new Set(cards).size, name).toBe(5);
    expect(new Set(cards.map(suitOf)).size === 1, name).toBe(words.includes('of one suit'));
  }
});

it.each([
  ['Four of a kind', [4, 1]],
  ['Full house', [3, 2]],
  ['Three of a kind', [3, 1, 1]],
  ['Two pair', [2, 2, 1]],
  ['Pair', [2, 1, 1, 1]],
  ['High card', [1, 1, 1, 1, 1]],
])('shows a real %s', (name, counts) => {
  const cards = HANDS.find(([title]) => title === name)?.[1] ?? [];
  const ranks = new Map<string, number>();
  for (const card of cards) ranks.set(rankOf(card), (ranks.get(rankOf(card)) ?? 0) + 1);

  expect([...ranks.values()].sort((one, other) => other - one)).toEqual(counts);
});

it('turns three cards, then all five, and takes the Ante only where it is lost', () => {
  expect(STREETS.map(({ board }) => board.filter((card) => card !== null).length)).toEqual([0, 3, 5]);
  expect(OUTCOMES.filter(([, ante]) => ante === 'Lost').map(([result]) => result)).toEqual([
    'Dealer wins with a pair or better',
    'You fold',
  ]);
});
