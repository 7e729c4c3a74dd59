// The 169 starting hands by their names: "AA", "AKs" of one suit, "AKo" of two.

const RANKS = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
const WORDS = [
  ['ace', 'aces'],
  ['king', 'kings'],
  ['queen', 'queens'],
  ['jack', 'jacks'],
  ['ten', 'tens'],
  ['nine', 'nines'],
  ['eight', 'eights'],
  ['seven', 'sevens'],
  ['six', 'sixes'],
  ['five', 'fives'],
  ['four', 'fours'],
  ['three', 'threes'],
  ['two', 'twos'],
] as const;

/** The hands as they are printed, 13 by 13: pairs on the diagonal, suited above it, offsuit below. */
export const HAND_ROWS: readonly (readonly string[])[] = RANKS.map((row, r) =>
  RANKS.map((column, c) => (r === c ? row + row : r < c ? `${row}${column}s` : `${column}${row}o`)),
);

/** For the ear: "Pair of aces", "Ace-king suited", "King-five offsuit". */
export function handName(hand: string): string {
  const [high, low] = [wordsOf(hand[0]), wordsOf(hand[1])];
  if (hand.length === 2) return `Pair of ${high[1]}`;
  const first = high[0].slice(0, 1).toUpperCase() + high[0].slice(1);
  return `${first}-${low[0]} ${hand[2] === 's' ? 'suited' : 'offsuit'}`;
}

const wordsOf = (rank = ''): readonly [string, string] => WORDS[RANKS.findIndex((one) => one === rank)] ?? [rank, rank];

/** How many of the 1,326 deals a hand is: 6 of a pair, 4 suited, 12 offsuit. */
export const combinations = (hand: string): number => (hand.length === 2 ? 6 : hand[2] === 's' ? 4 : 12);
