// What follows from a hand for everything that draws it: the felt on a desktop, on a phone and in a replay.
import { signed } from '../lib/money';
import { bare, capital } from '../lib/words';
import type { Bank, Felt, Hand, Outcome, Seat, SeatState, Spot, View, Wager } from '../lib/wire';
import { stepsFrom } from './geometry';
import { shortHand } from './handwords';

/** A card on the felt: null lies face down, undefined is not there. */
export type Laid = string | null | undefined;

const HOLE = [0, 1] as const;

/** A seat of a hand; null where there is none, or you watch. */
export function seatOf(hand: Hand | null, seat: number): Seat | null {
  return seat ? (hand?.seats.find((one) => one.seat === seat) ?? null) : null;
}

/** The two cards of a hand: those that you see, others face down, or none yet. */
export const holeOf = (hand: { readonly held: number; readonly cards: readonly string[] }): readonly Laid[] =>
  HOLE.map((index) => (hand.held > index ? (hand.cards[index] ?? null) : undefined));

/** The cards of a hand, as many as there are. */
export const laidOf = (hand: {
  readonly held: number;
  readonly cards: readonly string[];
}): readonly (string | null)[] => (hand.cards.length > 0 ? hand.cards : Array<null>(hand.held).fill(null));

/** Which cards count: the five of the dealer and yours are marked once the dealer has shown, the others are dimmed. */
export interface Marks {
  readonly showdown: boolean;
  readonly dealers: (card: Laid) => boolean;
  readonly yours: (card: Laid) => boolean;
  readonly neither: (card: Laid) => boolean;
}

export function marksOf(hand: Hand, seat: number): Marks {
  const showdown = hand.dealer.cards.length > 0 && hand.dealer.five.length > 0;
  const five = seatOf(hand, seat)?.five ?? [];
  const dealers = (card: Laid): boolean => showdown && !!card && hand.dealer.five.includes(card);
  const yours = (card: Laid): boolean => showdown && !!card && five.includes(card);
  return { showdown, dealers, yours, neither: (card) => showdown && !!card && !dealers(card) && !yours(card) };
}

/** Who deals, as a heading: "Dealer", "Player-dealer". */
export const dealerName = (word: string): string => capital(word || 'dealer');

/** The dealer's hand as the felt names it. */
export interface Dealer {
  /** "Dealer", "Player-dealer" */
  readonly name: string;
  /** "Two pair, sevens and threes"; nothing before it is shown */
  readonly hand: string;
  /** "qualifies", "does not qualify"; nothing before it is known */
  readonly qualifies: string;
}

export function dealerOf(hand: Hand, word: string): Dealer {
  const { hand: shown, qualifies } = hand.dealer;
  return {
    name: dealerName(word),
    hand: shown && hand.dealer.cards.length > 0 ? capital(shortHand(shown)) : '',
    qualifies: qualifies === null ? '' : qualifies ? 'qualifies' : 'does not qualify',
  };
}

/** A table as it is drawn from your chair. */
export interface Drawn {
  readonly mine: Seat | null;
  /** the other seats, clockwise from yours: the order in which Tab and the ear meet them */
  readonly others: readonly Seat[];
  readonly marks: Marks;
  readonly dealer: Dealer;
}

export function drawnOf(hand: Hand, felt: Felt, seat: number): Drawn {
  return {
    mine: seatOf(hand, seat),
    others: hand.seats
      .filter((one) => (!seat || one.seat !== seat) && (felt.kind !== 'solo' || one.player !== '')) // a solo table has no free seats
      .sort((a, b) => stepsFrom(seat, a.seat, felt.seats) - stepsFrom(seat, b.seat, felt.seats)),
    marks: marksOf(hand, seat),
    dealer: dealerOf(hand, felt.dealer_word),
  };
}

/** A seat's player in words: "you", "Ann, bot". */
export const playerWords = (seat: Seat, yours: number): string =>
  seat.seat === yours ? 'you' : bare(seat.player) + (seat.bot ? ', bot' : '');

const STATES: Record<SeatState, string> = {
  empty: '',
  waiting: '',
  betting: 'ready',
  banking: 'bank',
  'to-act': 'to act',
  acting: 'acting',
  checked: 'checked',
  played: '',
  folded: 'folded',
  dead: 'dead hand',
  void: 'void',
  settled: '',
};

/** How a seat stands: "to act", "folded". */
export const stateWord = (state: SeatState): string => STATES[state];

/** How the seat that is asked stands: its seconds, or that it acts. */
export const actingWord = (left: number | null): string => (left === null ? 'acting' : `${Math.ceil(left / 1000)} s`);

/** What a round brought a seat: "+$20", "push". */
export const netWord = (net: number): string => (net === 0 ? 'push' : signed(net));

/** What a wager brought: "+$10", "push", "returned". */
export function amount(net: number, outcome: Outcome | null): string {
  if (net !== 0) return signed(net);
  return outcome === 'push' ? 'push' : outcome === 'returned' || outcome === 'void' ? 'returned' : '$0';
}

export const spotOf = (seat: Seat, wager: Wager): Spot | undefined => seat.spots.find((spot) => spot.wager === wager);

/** The tip on a spot, until it is settled. */
export const tipOn = (seat: Seat, spot: Spot | undefined): number =>
  spot && !spot.outcome && seat.net === null ? spot.tip : 0;

/** Whether the light of a seat is on: its Progressive wager is in. */
export function isLit(seat: Seat): boolean {
  const spot = spotOf(seat, 'progressive');
  return spot !== undefined && spot.chips > 0 && !spot.outcome;
}

/** Whether somebody who watches may take a place. */
export const canSit = (view: View | null): boolean =>
  !view?.you.seat && view?.standing !== 'closed' && view?.standing !== 'stopped';

/** The bank of the round that is drawn, which may be the one before. */
export function bankOf(view: View | null, drawn: Hand | null): Bank | null {
  if (!view?.bank || !drawn || drawn.round === view.hand.round) return view?.bank ?? null;
  const { seat, stake, paid } = drawn.bank ?? { seat: null, stake: 0, paid: 0 };
  const { least, fee } = view.bank;
  return { seat, stake, left: Math.max(0, stake - paid), offered: null, least, most: 0, fee, cover: 0 };
}
