import { expect, test } from 'vitest';
import { atEnd, move, seat } from '../fixtures/table';
import type { Hand } from '../lib/wire';
import { verdict } from './outcome';

function against(mine: string, dealer: string, net: number): Hand {
  return {
    ...atEnd,
    dealer: { ...atEnd.dealer, hand: dealer },
    seats: [seat(3, { player: 'You There', state: 'settled', hand: mine, net })],
    moves: [move(3, 'ante', net), move(3, 'play', net)],
  };
}

test.each([
  ['pair of fives, king-jack-eight kickers', 'high card ace-king-ten-nine-two', 1000, 'Pair of fives beats ace high'],
  [
    'pair of fives, king-jack-eight kickers',
    'high card queen-jack-ten-nine-two',
    1000,
    'Pair of fives beats queen high',
  ],
  ['high card ace-king-nine-seven-two', 'high card ace-queen-nine-seven-two', 1000, 'Your ace high wins on the kicker'],
  [
    'two pair, kings and fives, nine kicker',
    'two pair, kings and fives, jack kicker',
    -1000,
    'Your two pair, kings and fives, loses on the kicker',
  ],
  ['three kings, jack-two kickers', 'pair of jacks, king-nine-eight kickers', 1000, 'Three kings beat a pair of jacks'],
])('%s against %s', (mine, dealer, net, said) => {
  expect(verdict(against(mine, dealer, net), 3)).toBe(said);
});
