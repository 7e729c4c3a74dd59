// A settled hand in a line: net, who beat whom, and each wager.
import { dollars } from '../lib/money';
import { bare, capital, wagerName } from '../lib/words';
import type { Hand, Move } from '../lib/wire';
import { amount, seatOf } from './felt';
import { shortHand } from './handwords';

/** Your own moves of a hand, without tips. */
export const ownMoves = (hand: Hand, seat: number): readonly Move[] =>
  hand.moves.filter((move) => move.seat === seat && !move.tip);

/** "Ante +$10 · Blind push · Play +$20 · Fee −$1": every part of the net, and they add up to it. */
export function brief(hand: Hand, seat: number): string {
  const parts = seatOf(hand, seat)?.parts ?? [];
  return parts.map((part) => `${wagerName(part.name)} ${amount(part.net, part.outcome)}`).join('\u00a0· ');
}

/** Whether a hand has something to tell this seat: wagers of its own that moved, or its bank. */
export const hasSlip = (hand: Hand, seat: number): boolean =>
  ownMoves(hand, seat).length > 0 || (hand.bank?.seat === seat && hand.moves.length > 0);

/** What a player-dealer's bank took from one seat and paid it, wager by wager. */
export interface BankLine {
  readonly seat: number;
  readonly player: string;
  readonly words: string;
  readonly net: number;
  readonly clauses: readonly string[];
}

/** The bank's own slip, seat by seat in the order of the settlement; nothing for a seat that did not bank. */
export function bankLines(hand: Hand, seat: number): readonly BankLine[] {
  if (hand.bank?.seat !== seat) return [];
  return [...new Set(hand.moves.map((move) => move.seat))].map((number) => {
    const moves = hand.moves.filter((move) => move.seat === number);
    return {
      seat: number,
      player: bare(seatOf(hand, number)?.player ?? '') || `Seat ${number}`,
      words: moves.map((move) => `${wagerName(move.wager)} ${amount(move.bank, move.outcome)}`).join('\u00a0· '),
      net: moves.reduce((sum, move) => sum + move.bank, 0),
      clauses: [...new Set(moves.flatMap((move) => move.clauses))],
    };
  });
}

/** Why the bank did not pay or collect everything; nothing where it did. */
export function bankNote(hand: Hand): string {
  if (!hand.bank) return '';
  const stake = dollars(hand.bank.stake);
  if (hand.bank.ran_out)
    return `The bank ran out: it has paid its full stake of ${stake}. What it does not cover is returned.`;
  return hand.bank.won_full ? `The bank has won its full stake of ${stake}. The rest is returned.` : '';
}

/** Who plays against the seats: the dealer, or a player who banks. */
export const dealerName = (hand: Hand): string => (hand.bank ? 'player-dealer' : 'dealer');

/** "Two pair, kings and fives, beats a pair of jacks"; "Your ace high wins on the kicker". */
export function verdict(hand: Hand, seat: number): string {
  const mine = seatOf(hand, seat);
  if (hand.phase === 'void') return 'The round is void';
  if (!mine) return '';
  if (hand.bank?.seat === seat)
    return hand.dealer.hand ? `You held the bank with ${article(shortHand(hand.dealer.hand))}` : 'You held the bank';
  const play = hand.moves.find(
    (move) => move.seat === seat && (move.wager === 'play' || move.wager === 'ante') && !move.tip,
  );
  if (mine.state === 'folded')
    return hand.dealer.hand
      ? `You folded; the ${dealerName(hand)} had ${article(shortHand(hand.dealer.hand))}`
      : 'You folded';
  if (!mine.hand || !hand.dealer.hand) return mine.hand ? capital(shortHand(mine.hand)) : '';
  const main = hand.moves.find((move) => move.seat === seat && move.wager === 'play' && !move.tip) ?? play;
  const head = capital(shortHand(mine.hand));
  const s = /^(Three|Four) /.test(head) ? '' : 's'; // three kings beat, a pair beats
  const verb = !main
    ? 'against'
    : main.outcome === 'win'
      ? `beat${s}`
      : main.outcome === 'lose'
        ? `lose${s} to`
        : `tie${s}`;
  const gap = head.includes(', ') ? ',' : '';
  const same = shortHand(mine.hand) === shortHand(hand.dealer.hand) && main && main.outcome !== 'push';
  if (same) return `Your ${shortHand(mine.hand)}${gap} ${main.outcome === 'win' ? 'win' : 'lose'}${s} on the kicker`;
  return `${head}${gap} ${verb} ${article(shortHand(hand.dealer.hand))}`;
}

function article(words: string): string {
  return /^(pair|straight|flush|full|royal)/.test(words) ? `a ${words}` : words;
}

/** What was won or lost, as far as it is settled. */
export const netOf = (moves: readonly Move[]): number => moves.reduce((sum, move) => sum + move.net, 0);

/** What the round brought a seat, all in; null until it is settled. */
export function ownNet(hand: Hand, seat: number): number | null {
  return seatOf(hand, seat)?.net ?? null;
}
