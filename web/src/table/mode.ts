// What you can do at a table now, and which hand is shown while you do: functions of the latest view.
import type { Hand, View } from '../lib/wire';
import { seatOf } from './felt';
import { dealsNow } from './waiting';

export type Mode = 'loading' | 'watch' | 'bank' | 'decide' | 'review' | 'bet' | 'placed' | 'hold' | 'wait';

/** `told`: the felt has shown all cards; `dismissed`: the last round that you have put aside. */
export function modeOf(view: View, told: boolean, dismissed: number): Mode {
  if (!view.you.seat) return 'watch';
  if (view.standing === 'stopped' || view.standing === 'closed') return 'wait';
  if (!told) return 'wait'; // first the cards, then what can be done about them
  if (view.bank && view.bank.offered === view.you.seat) return 'bank';
  if (view.you.choices.length) return 'decide';
  const me = seatOf(view.hand, view.you.seat);
  if (view.hand.phase === 'bets' && me?.state === 'banking') return 'hold';
  if (view.hand.phase !== 'bets' || view.offers.length === 0) return 'wait';
  if (me && me.spots.length > 0) return dealsNow(view) ? 'wait' : 'placed';
  return reviews(view, dismissed) ? 'review' : 'bet';
}

/** Which controls stand in the dock: when others come, they are guarded. */
export function controlsOf(view: View | null, mode: Mode): string {
  if (mode === 'decide') return `decide ${view?.hand.round} ${view?.hand.street}`;
  return mode === 'bet' && view?.you.chips === 0 ? 'buy' : mode;
}

/** The felt that the drawing should come to. */
export function targetOf(view: View, dismissed: number): Hand {
  if (view.hand.phase !== 'bets' || !view.last) return view.hand;
  const me = seatOf(view.hand, view.you.seat);
  const watching = !view.you.seat || me?.state === 'banking';
  if (watching) return view.hand.seats.some((seat) => seat.spots.length > 0) ? view.hand : view.last;
  return me && me.spots.length === 0 && reviews(view, dismissed) ? view.last : view.hand;
}

/** Your round that is over and not yet put aside. */
export function overOf(view: View, mode: Mode, dismissed: number): Hand | null {
  if (mode !== 'review' && mode !== 'wait' && mode !== 'bank') return null;
  if (isOver(view.hand)) return view.hand;
  return view.hand.phase === 'bets' && reviews(view, dismissed) ? view.last : null;
}

export const isOver = (hand: Hand): boolean => hand.phase === 'settled' || hand.phase === 'void';

function reviews(view: View, dismissed: number): boolean {
  if (!view.last || view.last.round <= dismissed) return false;
  const mine = seatOf(view.last, view.you.seat);
  return mine !== null && mine.player === view.you.name && (mine.net !== null || mine.spots.length > 0);
}
