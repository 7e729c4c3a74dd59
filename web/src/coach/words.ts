// The coach's numbers in words: choices, streets, costs; and where a bar begins and ends.
import { dollars, signed } from '../lib/money';
import { PERFECT } from '../lib/settings.svelte';
import type { CoachDecision, CoachPrice, CoachSplit, Exact, Street } from '../lib/wire';

const STREETS: Readonly<Record<Street, string>> = {
  deal: 'Before the flop',
  flop: 'On the flop',
  river: 'On the river',
};

/** "Before the flop", "On the river". */
export const streetOf = (street: Street): string => STREETS[street];

/** A choice as its button is labelled: "Bet 4×", "Check", "Fold". */
export function choiceWord(name: string): string {
  if (name === 'check') return 'Check';
  return name === 'fold' ? 'Fold' : `Bet ${name.replace('x', '×')}`;
}

/** A choice that was made: "checked", "folded", "bet 4×". */
export function madeWord(name: string): string {
  if (name === 'check') return 'checked';
  return name === 'fold' ? 'folded' : `bet ${name.replace('x', '×')}`;
}

/** Whole cents of an exact number. */
export const cents = (value: Exact): number => Math.round(value.decimal);

/** "+$1.20", "−$1.00": always with both places, so that amounts stand below one another. */
export function amount(value: Exact): string {
  const whole = cents(value);
  const text = dollars(Math.abs(whole));
  const padded = text.includes('.') ? text : `${text}.00`;
  return whole === 0 ? padded : `${whole > 0 ? '+' : '−'}${padded}`;
}

/** In Antes with three places: "−2.173". */
export function antes(value: Exact): string {
  const text = Math.abs(value.decimal).toFixed(3);
  return Number(text) === 0 ? text : `${value.decimal > 0 ? '+' : '−'}${text}`;
}

/** "60.5 %". */
export function percent(value: Exact): string {
  const text = (value.decimal * 100).toFixed(1);
  if (text === '0.0' && value.decimal > 0) return 'under 0.1 %';
  if (text === '100.0' && value.decimal < 1) return 'over 99.9 %';
  return `${text} %`;
}

/** What a choice cost against what it is graded against: "Best", "As the strategy", "Less than a cent", "−$0.34". */
export function costWord(made: CoachDecision, strategy = PERFECT): string {
  const lost = strategy === PERFECT ? made.cost_cents : made.behind_guide;
  if (lost.decimal === 0) return strategy === PERFECT ? 'Best' : 'As the strategy';
  if (cents(lost) === 0) return lost.decimal > 0 ? 'Less than a cent' : 'As good';
  return `${lost.decimal > 0 ? '−' : '+'}${dollars(Math.abs(cents(lost)))}`;
}

/** What a choice cost against perfect play, as the end of a sentence: "nothing", "less than a cent", "$0.34". */
export function lostWord(cost: Exact): string {
  if (cost.decimal === 0) return 'nothing';
  return cents(cost) === 0 ? 'less than a cent' : dollars(cents(cost));
}

/** "Before the flop you checked", "On the river your time ran out: folded". */
export function sentence(made: CoachDecision, own: boolean): string {
  const where = streetOf(made.price.street);
  if (made.by_clock) return `${where} the time ran out: ${madeWord(made.chosen)}`;
  return own ? `${where} you ${madeWord(made.chosen)}` : `${where}: ${madeWord(made.chosen)}`;
}

export interface Span {
  readonly from: number;
  readonly length: number;
}

/** The bar of a value in percent of its line: zero stands in the middle, the largest value of all fills a half. */
export function bars(price: CoachPrice): readonly Span[] {
  const most = Math.max(...price.choices.map((one) => Math.abs(one.cents.decimal)), 1);
  return price.choices.map((one) => {
    const length = (Math.abs(one.cents.decimal) / most) * 48;
    return { from: one.cents.decimal < 0 ? 50 - length : 50, length };
  });
}

/** "The cards brought −$24 against their average, your choices cost $1.20." */
export function splitWords(split: CoachSplit, own: boolean): string {
  const whose = own ? 'your choices' : 'the choices';
  return `The cards brought ${signed(cents(split.luck))}, ${whose} cost ${lostWord(split.cost)}.`;
}
