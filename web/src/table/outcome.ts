// A settled hand in a line: net, who beat whom, and each wager.
import { signed } from '../lib/money';
import { capital, wagerName } from '../lib/words';
import type { Hand, Move } from '../lib/wire';
import { shortHand } from './handwords';

/** Your own moves of a hand, without tips. */
export const ownMoves = (hand: Hand, seat: number): readonly Move[] => hand.moves.filter((move) => move.seat === seat && !move.tip);

/** "Ante +$10 · Blind push · Play +$20". */
export function brief(moves: readonly Move[]): string {
  return moves.map((move) => `${wagerName(move.wager)} ${amount(move)}`).join('\u00a0· ');
}

export function amount(move: Move): string {
  if (move.net !== 0) return signed(move.net);
  return move.outcome === 'push' ? 'push' : move.outcome === 'win' ? '$0' : 'back';
}

/** "Two pair, kings and fives, beats a pair of jacks". */
export function verdict(hand: Hand, seat: number): string {
  const mine = hand.seats.find((one) => one.seat === seat);
  if (hand.phase === 'void') return 'The round is void';
  if (!mine) return '';
  if (mine.state === 'banking') return 'You held the bank';
  const play = hand.moves.find((move) => move.seat === seat && (move.wager === 'play' || move.wager === 'ante') && !move.tip);
  if (mine.state === 'folded') return hand.dealer.hand ? `You folded; the dealer had ${article(shortHand(hand.dealer.hand))}` : 'You folded';
  if (!mine.hand || !hand.dealer.hand) return mine.hand ? capital(shortHand(mine.hand)) : '';
  const main = hand.moves.find((move) => move.seat === seat && move.wager === 'play' && !move.tip) ?? play;
  const head = capital(shortHand(mine.hand));
  const s = /^(Three|Four) /.test(head) ? '' : 's'; // three kings beat, a pair beats
  const verb = !main ? 'against' : main.outcome === 'win' ? `beat${s}` : main.outcome === 'lose' ? `lose${s} to` : `tie${s}`;
  const gap = head.includes(', ') ? ',' : '';
  const same = shortHand(mine.hand) === shortHand(hand.dealer.hand) && main && main.outcome !== 'push';
  return `${head}${gap} ${verb} ${article(shortHand(hand.dealer.hand))}${same ? ', on the kicker' : ''}`;
}

function article(words: string): string {
  return /^(pair|straight|flush|full|royal)/.test(words) ? `a ${words}` : /^ace high/.test(words) ? `an ${words}` : /high$/.test(words) ? `a ${words}` : words;
}

/** What was won or lost, as far as it is settled. */
export const netOf = (moves: readonly Move[]): number => moves.reduce((sum, move) => sum + move.net, 0);

/** What the round brought a seat, all in; null until it is settled. */
export function ownNet(hand: Hand, seat: number): number | null {
  return hand.seats.find((one) => one.seat === seat)?.net ?? null;
}
