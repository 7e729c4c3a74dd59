// A link to a spot: cards and stakes out of an address and back, and in one line what is wrong with it.
import { cardWords } from '../lib/cards';
import { readDollars } from '../lib/money';
import { listed } from '../lib/words';

export type SpotPlace = 'hole' | 'board' | 'dead';

export interface Spot {
  readonly hole: readonly string[];
  readonly board: readonly string[];
  readonly dead: readonly string[];
  /** a rule book; empty: the first one */
  readonly rules: string;
  /** a Blind paytable of it; empty: the one played by default */
  readonly blind: string;
  /** cents */
  readonly ante: number;
  /** cents in front of you after your bets; null: enough for every bet */
  readonly chips: number | null;
  readonly strategy: string;
}

export interface SpotRead {
  /** as much of it as could be read */
  readonly spot: Spot;
  /** what is wrong and what would be right; empty: it can be asked */
  readonly wrong: string;
}

export const NO_SPOT: Spot = {
  hole: [],
  board: [],
  dead: [],
  rules: '',
  blind: '',
  ante: 1000,
  chips: null,
  strategy: '',
};
export const PLACE_WORDS: Readonly<Record<SpotPlace, string>> = {
  hole: 'Your cards',
  board: 'Board',
  dead: 'Seen elsewhere',
};
export const PLACES: readonly SpotPlace[] = ['hole', 'board', 'dead'];
/** the most cards a place takes: with more dead ones, no deal would remain */
export const PLACE_MAX: Readonly<Record<SpotPlace, number>> = { hole: 2, board: 5, dead: 43 };

const WORDS: readonly string[] = [
  'hole',
  'flop',
  'turn',
  'river',
  'board',
  'dead',
  'rules',
  'blind',
  'ante',
  'chips',
  'strategy',
];
const SUITS: Readonly<Record<string, string>> = { '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' };
const TEXT_MAX = 200; // enough for every card of a deck, with spaces

/** Read cards that somebody typed: "Ks Qd", "kSqD", "K♠ 10♦"; a fault in words where one is none. */
export function readCards(text: string): { readonly cards: readonly string[]; readonly fault: string } {
  const cards: string[] = [];
  let rest = text.slice(0, TEXT_MAX).trim();
  while (rest !== '') {
    const hit = /^(10|[2-9tjqka])\s*([shdc♠♥♦♣])\uFE0F?[\s,;+]*/iu.exec(rest);
    if (!hit) {
      const word = rest.split(/[\s,;+]+/)[0] ?? rest;
      return {
        cards,
        fault: `“${word.slice(0, 12)}” is no card; write the king of spades as Ks, the ten of hearts as Th`,
      };
    }
    const rank = hit[1] === '10' ? 'T' : (hit[1] ?? '').toUpperCase();
    const suit = SUITS[hit[2] ?? ''] ?? (hit[2] ?? '').toLowerCase();
    cards.push(rank + suit);
    rest = rest.slice(hit[0].length);
  }
  return { cards, fault: '' };
}

/** Read the query of a link. */
export function readLink(query: URLSearchParams): SpotRead {
  const faults: string[] = [];
  const stray = [...query.keys()].find((key) => !WORDS.includes(key));
  if (stray !== undefined) faults.push(`the link has “${stray.slice(0, 20)}”; it may have ${listed(WORDS)}`);
  const twice = WORDS.find((word) => query.getAll(word).length > 1);
  if (twice !== undefined) faults.push(`the link has ${twice} twice; give it once`);
  const cards = (word: string): readonly string[] => {
    const found = readCards(query.get(word) ?? '');
    if (found.fault) faults.push(`${word}: ${found.fault}`);
    return found.cards;
  };
  const cents = (word: string): number | null => {
    const text = query.get(word);
    if (text === null || text === '') return null;
    const found = readDollars(text);
    if (found === null || (word === 'ante' && found === 0))
      faults.push(`${word}: “${text.slice(0, 12)}” is no amount; write dollars, as in ${word}=25`);
    return found;
  };
  const [flop, turn, river, board] = [cards('flop'), cards('turn'), cards('river'), cards('board')];
  if (board.length > 0 && flop.length + turn.length + river.length > 0)
    faults.push('the link has a board and a flop, turn or river; give one of them');
  const spot: Spot = {
    hole: cards('hole'),
    board: board.length > 0 ? board : [...flop, ...turn, ...river],
    dead: cards('dead'),
    rules: (query.get('rules') ?? '').trim(),
    blind: (query.get('blind') ?? '').trim(),
    ante: cents('ante') || NO_SPOT.ante,
    chips: cents('chips'),
    strategy: (query.get('strategy') ?? '').trim(),
  };
  if (flop.length > 0 && flop.length !== 3) faults.push(`flop has ${cardCount(flop.length)}; it takes three`);
  if (flop.length === 0 && turn.length + river.length > 0)
    faults.push('there is a turn or river without a flop; give the three cards of the flop too');
  return { spot, wrong: faults[0] ? sentence(faults[0]) : spotFault(spot) };
}

/** What keeps a spot from being asked, in one line; empty where nothing does. */
export function spotFault(spot: Spot): string {
  const twice = repeated(spot);
  if (twice) return twice;
  if (spot.hole.length !== 2) return sentence(`your hand has ${cardCount(spot.hole.length)}; give it two, as in Ks Qd`);
  if (![0, 3, 5].includes(spot.board.length))
    return sentence(
      `the board has ${cardCount(spot.board.length)}; give none before the flop, three on it, five on the river`,
    );
  if (spot.dead.length > PLACE_MAX.dead)
    return sentence(`${spot.dead.length} cards are seen elsewhere; at most ${PLACE_MAX.dead} leave a deal`);
  return '';
}

function repeated(spot: Spot): string {
  const seen = new Map<string, SpotPlace>();
  for (const place of PLACES) {
    for (const card of spot[place]) {
      const before = seen.get(card);
      const where = { hole: 'in your hand', board: 'on the board', dead: 'seen elsewhere' };
      if (before === place)
        return sentence(`the ${cardWords(card)} is ${where[place]} twice; each card may appear once`);
      if (before)
        return sentence(`the ${cardWords(card)} is ${where[before]} and ${where[place]}; each card may appear once`);
      seen.set(card, place);
    }
  }
  return '';
}

const cardCount = (count: number): string => (count === 0 ? 'no cards' : count === 1 ? '1 card' : `${count} cards`);
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** The address of a spot: only what differs from the usual stands in it. */
export function linkOf(spot: Spot): string {
  const [flop, turn, river] = [spot.board.slice(0, 3), spot.board.slice(3, 4), spot.board.slice(4)];
  const parts: readonly (readonly [string, string])[] = [
    ['hole', spot.hole.join('')],
    ['flop', flop.join('')],
    ['turn', turn.join('')],
    ['river', river.join('')],
    ['dead', spot.dead.join('')],
    ['rules', spot.rules],
    ['blind', spot.blind],
    ['ante', spot.ante === NO_SPOT.ante ? '' : String(spot.ante / 100)],
    ['chips', spot.chips === null ? '' : String(spot.chips / 100)],
    ['strategy', spot.strategy],
  ];
  const query = new URLSearchParams(parts.filter(([, value]) => value !== '').map(([name, value]) => [name, value]));
  return query.size === 0 ? '/spot' : `/spot?${query}`;
}

/** The question to the server about a spot. */
export function spotQuestion(spot: Spot): string {
  const asked = new URLSearchParams({ hole: spot.hole.join(' '), ante: String(spot.ante) });
  if (spot.board.length > 0) asked.set('board', spot.board.join(' '));
  if (spot.dead.length > 0) asked.set('dead', spot.dead.join(' '));
  if (spot.chips !== null) asked.set('chips', String(spot.chips));
  for (const word of ['rules', 'blind', 'strategy'] as const) if (spot[word]) asked.set(word, spot[word]);
  return `/api/coach/spot?${asked}`;
}

/** The spot after a card is picked or given back in the grid: it goes to `place`, or away from where it lies. */
export function picked(spot: Spot, card: string, place: SpotPlace): Spot {
  const at = PLACES.find((one) => spot[one].includes(card));
  if (at) return { ...spot, [at]: spot[at].filter((one) => one !== card) };
  if (spot[place].length >= PLACE_MAX[place]) return spot;
  return { ...spot, [place]: [...spot[place], card] };
}

/** Where the next picked card goes: the place that was chosen, or the board once the hand is full. */
export function nextPlace(spot: Spot, place: SpotPlace): SpotPlace {
  if (place === 'hole' && spot.hole.length >= PLACE_MAX.hole) return 'board';
  if (place === 'board' && spot.hole.length < PLACE_MAX.hole && spot.board.length === 0) return 'hole';
  return place;
}
