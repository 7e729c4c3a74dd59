// Cards that the learner has seen elsewhere: typed, checked, and kept for one hand in this page alone.
import { cardSign, isCard } from '../lib/cards';
import type { Hand, Street } from '../lib/wire';

/** A card and the street on which it was typed in: it counts from there on. */
export interface SeenCard {
  readonly card: string;
  readonly street: Street;
}

/** Cards of one round; those of another count no more. */
export interface SeenInRound {
  readonly round: number;
  readonly cards: readonly SeenCard[];
}

export const NONE_SEEN: SeenInRound = { round: 0, cards: [] };
const SEEN_MAX = 43; // more would leave no board and no dealer's hand
const LETTERS: Readonly<Record<string, string>> = { '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' };
const HINT = 'Write a rank and a suit, as in Kh or 10s.';

/** Read typed cards, "Kh 10s" or "kh,ts"; `open` are cards that everybody or you can see. Raises one line. */
export function readSeen(text: string, open: readonly string[], had: readonly string[]): readonly string[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 0) throw new Error(HINT);
  const found: string[] = [];
  for (const word of words) {
    const card = cardOf(word);
    if (card === null) throw new Error(`“${word.slice(0, 12)}” is no card. ${HINT}`);
    if (open.includes(card)) throw new Error(`${cardSign(card)} lies open on the table: it counts already.`);
    if (found.includes(card) || had.includes(card)) throw new Error(`${cardSign(card)} is in the list already.`);
    found.push(card);
  }
  if (had.length + found.length > SEEN_MAX) throw new Error(`At most ${SEEN_MAX} cards can be seen elsewhere.`);
  return found;
}

function cardOf(word: string): string | null {
  const plain = word.replace(/^10/, 'T').replace(/[♠♥♦♣]/, (sign) => LETTERS[sign] ?? '');
  const card = plain.slice(0, 1).toUpperCase() + plain.slice(1).toLowerCase();
  return isCard(card) ? card : null;
}

/** Whether cards of a round still count: until the next hand is dealt, so that the last one stays graded with them. */
export function stillCounts({ round }: SeenInRound, hand: Hand | undefined): boolean {
  return hand !== undefined && (hand.round === round || (hand.phase === 'bets' && hand.round === round + 1));
}

/** Your own cards, the board, and all that lies open beside them. */
export function openCards(hand: Hand): readonly string[] {
  const shown = [...hand.board, ...hand.dealer.cards, ...hand.box, ...hand.seats.flatMap((seat) => [...seat.cards])];
  return shown.filter((card): card is string => card !== null && card !== undefined);
}

const NAMES: Readonly<Record<Street, string>> = { deal: 'seen', flop: 'seen_flop', river: 'seen_river' };

/** The question's parameters: the strategy and the cards of each street. */
export function questionOf(strategy: string, cards: readonly SeenCard[]): string {
  const asked = new URLSearchParams({ strategy });
  for (const [street, name] of Object.entries(NAMES)) {
    const some = cards.filter((one) => one.street === street).map((one) => one.card);
    if (some.length > 0) asked.set(name, some.join(' '));
  }
  return `?${asked.toString()}`;
}
