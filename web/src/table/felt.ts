// What follows from a hand for whoever draws it: the felt on a desktop, on a phone and in a replay.
import { capital } from '../lib/words';
import type { Bank, Hand, Seat, View } from '../lib/wire';

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
