// What a hand's choices cost, as the list of hands shows it.
import { dollars } from '../lib/money';
import type { HandCard } from '../lib/wire';

/** "−$0.34", "nothing", "not priced yet"; `tone` is a class. */
export function costOf(hand: Pick<HandCard, 'priced' | 'cost'>): { readonly text: string; readonly tone: string } {
  if (hand.priced === 'not-yet') return { text: 'not priced yet', tone: 'soft' };
  if (hand.priced === 'left-out') return { text: 'not countable', tone: 'soft' };
  if (hand.priced === 'no-choice' || hand.cost === null) return { text: 'no choice', tone: 'soft' };
  const whole = Math.round(hand.cost.decimal);
  if (hand.cost.decimal === 0) return { text: 'nothing', tone: 'win' };
  return whole === 0 ? { text: 'under 1¢', tone: '' } : { text: `−${dollars(whole)}`, tone: 'lose' };
}
