// What the page "How to play" teaches, as data: the streets, what happens to each bet, the hands, a first plan.

/** One of the three chances to bet Play; null is a card that lies face down. */
export interface Street {
  readonly title: string;
  readonly board: readonly (string | null)[];
  /** The board in words. */
  readonly seen: string;
  readonly bet: string;
  readonly or: string;
}

export const STREETS: readonly Street[] = [
  {
    title: 'Before the flop',
    board: [null, null, null, null, null],
    seen: 'The board: five face-down cards',
    bet: 'Bet 4× or 3× the Ante,',
    or: 'or check and wait.',
  },
  {
    title: 'On the flop',
    board: ['Kh', '9d', '4c', null, null],
    seen: 'The board: king of hearts, nine of diamonds, four of clubs, two face-down cards',
    bet: 'Bet 2× the Ante,',
    or: 'or check again.',
  },
  {
    title: 'On the river',
    board: ['Kh', '9d', '4c', '2s', '7h'],
    seen: 'The board: king of hearts, nine of diamonds, four of clubs, two of spades, seven of hearts',
    bet: 'Bet 1× the Ante,',
    or: 'or fold and lose Ante and Blind.',
  },
];

const BLIND = 'Pays from a straight up, otherwise returned';

/** Result, then Ante, Play and Blind. */
export const OUTCOMES: readonly (readonly [string, string, string, string])[] = [
  ['You win, dealer has a pair or better', 'Pays 1 to 1', 'Pays 1 to 1', BLIND],
  ['You win, dealer has no pair', 'Returned', 'Pays 1 to 1', BLIND],
  ['Tie', 'Returned', 'Returned', 'Returned'],
  ['Dealer wins with a pair or better', 'Lost', 'Lost', 'Lost'],
  ['Dealer wins without a pair', 'Returned', 'Lost', 'Lost'],
  ['You fold', 'Lost', 'Not bet', 'Lost'],
];

/** A hand, five cards that make it, and what makes it. */
export const HANDS: readonly (readonly [string, readonly string[], string])[] = [
  ['Royal flush', ['As', 'Ks', 'Qs', 'Js', 'Ts'], 'Ten to ace of one suit'],
  ['Straight flush', ['9h', '8h', '7h', '6h', '5h'], 'Five in a row of one suit'],
  ['Four of a kind', ['Qs', 'Qh', 'Qd', 'Qc', '4s'], 'Four of the same rank'],
  ['Full house', ['Td', 'Ts', 'Tc', '6h', '6d'], 'Three of one rank, two of another'],
  ['Flush', ['Ad', 'Jd', '8d', '5d', '3d'], 'Five of one suit'],
  ['Straight', ['8c', '7d', '6s', '5h', '4c'], 'Five in a row'],
  ['Three of a kind', ['7s', '7h', '7d', 'Kc', '2s'], 'Three of the same rank'],
  ['Two pair', ['Ah', 'Ac', '5s', '5d', '9c'], 'Two of one rank, two of another'],
  ['Pair', ['Js', 'Jd', '9h', '6c', '3s'], 'Two of the same rank'],
  ['High card', ['Ac', 'Qd', '8s', '6h', '2c'], 'None of these: the highest card counts'],
];

/** The simple strategy of docs/analyse/strategies.md, in short. */
export const PLAN: readonly (readonly [string, string])[] = [
  [
    'Bet 4× before the flop with',
    'any ace; a king with a 5 or better, or any suited king; a queen with an 8 or better, or suited with a 6 or better; a jack with a ten, or suited with an 8 or better; a pair of threes or better.',
  ],
  [
    'Bet 2× on the flop with',
    'two pair or better; a pair that uses one of your own cards (but not pocket twos); four cards to a flush with a ten or better of that suit in your hand.',
  ],
  [
    'Bet 1× on the river with',
    'a pair that uses one of your own cards, or better; or when fewer than 21 of the unseen cards would give the dealer a hand that beats you.',
  ],
  ['Otherwise', 'check, and fold on the river.'],
];
