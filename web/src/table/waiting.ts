// What the dock says while there is nothing to do.
import { dollars } from '../lib/money';
import type { View } from '../lib/wire';
import { bare } from '../lib/words';
import { thinking } from './speech';

export interface Said {
  readonly head: string;
  readonly text: string;
}

/** Why we wait, and for whom. */
export function waiting(view: View): Said {
  const { hand, bank, you } = view;
  if (view.standing === 'paused') return { head: 'The table is paused', text: view.notice || 'The floor has stopped it for the moment. Your chips stay where they are.' };
  if (view.standing === 'stopped') return { head: 'The table has stopped', text: view.notice };
  if (view.standing === 'closed') return { head: 'The table is closed', text: view.notice || 'Your chips go back to your purse.' };
  if (hand.phase === 'jackpot') return { head: 'Waiting for the floor', text: 'A jackpot is validated before it is paid. Nothing is lost by waiting.' };
  if (hand.phase === 'void') return { head: 'The round is void', text: hand.incidents.at(-1)?.remedy ?? 'Every wager goes back.' };
  if (bank && bank.offered !== null && bank.offered !== you.seat) {
    const who = bare(hand.seats.find((seat) => seat.seat === bank.offered)?.player ?? '') || `Seat ${bank.offered}`;
    return { head: `${who} is offered the bank`, text: `At least ${dollars(bank.least)}` };
  }
  const who = thinking(hand);
  if (who) return { head: who, text: own(view) };
  switch (hand.phase) {
    case 'bets':
      return { head: view.offers.length > 0 ? 'Bets are open' : 'The next hand begins soon', text: view.notice };
    case 'locked':
      return { head: 'No more bets', text: 'The cards are dealt.' };
    case 'showdown':
      return { head: 'Showdown', text: own(view) };
    case 'settled':
      return { head: 'The hand is over', text: 'The next one begins soon.' };
    default:
      return { head: 'The dealer is at work', text: own(view) };
  }
}

function own(view: View): string {
  const mine = view.hand.seats.find((seat) => seat.seat === view.you.seat);
  if (!mine) return '';
  if (mine.state === 'banking') return 'You hold the bank.';
  if (mine.state === 'folded') return 'You folded.';
  if (mine.times > 0) return `You play ${mine.times}×.`;
  if (mine.spots.length === 0) return 'You sit this hand out.';
  return '';
}
