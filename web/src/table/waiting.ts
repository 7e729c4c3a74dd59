// What the dock says while there is nothing to do.
import { dollars } from '../lib/money';
import type { Hand, View } from '../lib/wire';
import { bare } from '../lib/words';
import { thinking } from './speech';

export interface Said {
  readonly head: string;
  readonly text: string;
}

/** Whether bets close in this very moment: there is no time to take them back. */
export function dealsNow(view: View): boolean {
  return view.deadline !== null && view.deadline <= view.at;
}

/** What the dock says while the cards are on their way: nothing of what they will be. */
export function dealing(drawn: Hand | null): Said {
  return { head: drawn?.phase === 'showdown' ? 'Showdown' : 'Dealing…', text: '' };
}

/** Why we wait, and for whom. */
export function waiting(view: View): Said {
  const { hand, bank, you } = view;
  if (view.standing === 'paused')
    return {
      head: 'The table is paused',
      text: view.notice || 'The floor has stopped it for the moment. Your chips stay where they are.',
    };
  if (view.standing === 'held') return { head: 'The table is stopped', text: view.notice };
  if (view.standing === 'stopped') return { head: 'The table has stopped', text: view.notice };
  if (view.standing === 'closed')
    return {
      head: 'The table is closed',
      text: you.chips > 0 ? `Your ${dollars(you.chips)} go back to your purse.` : '',
    };
  if (hand.phase === 'jackpot')
    return {
      head: 'Waiting for the floor',
      text: 'A jackpot is validated before it is paid. Nothing is lost by waiting.',
    };
  if (hand.phase === 'void')
    return { head: 'The round is void', text: hand.incidents.at(-1)?.remedy ?? 'All bets are returned.' };
  if (bank && bank.offered !== null && bank.offered !== you.seat) {
    const who = bare(hand.seats.find((seat) => seat.seat === bank.offered)?.player ?? '') || `Seat ${bank.offered}`;
    return { head: `${who} is offered the bank`, text: `At least ${dollars(bank.least)}` };
  }
  if (bank && bank.seat === you.seat && you.seat > 0 && hand.phase === 'bets') return holding(view, bank.stake);
  const who = thinking(hand);
  if (who) return { head: who, text: own(view) };
  switch (hand.phase) {
    case 'bets':
      if (hand.seats.every((seat) => !seat.player)) return { head: 'Nobody is at the table', text: view.notice };
      if (dealsNow(view)) return { head: 'Dealing…', text: '' };
      return { head: view.offers.length > 0 ? 'Bets are open' : 'The next hand begins soon', text: view.notice };
    case 'showdown':
      return { head: 'Showdown', text: own(view) };
    case 'settled':
      return {
        head: 'The hand is over',
        text: hand.seats.every((seat) => !seat.player || seat.leaving) ? '' : 'The next one begins soon.',
      };
    default:
      return { head: 'Dealing…', text: own(view) };
  }
}

/** You hold the bank, and the others bet. */
function holding(view: View, stake: number): Said {
  const head = `You hold the bank \u00b7 ${dollars(stake)}`;
  const others = view.hand.seats.filter((seat) => seat.player !== '' && seat.seat !== view.you.seat);
  if (others.length === 0) return { head, text: 'Nobody else sits here yet. Wait for players, or give the bank back.' };
  return { head, text: 'The others are placing their bets.' };
}

function own(view: View): string {
  const mine = view.hand.seats.find((seat) => seat.seat === view.you.seat);
  if (!mine) return '';
  if (mine.state === 'banking') return 'You hold the bank.';
  if (mine.state === 'folded') return 'You folded.';
  if (mine.times > 0) return `You play ${mine.times}×.`;
  if (mine.spots.length === 0) return 'You’re sitting this one out.';
  return '';
}
