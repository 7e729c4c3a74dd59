// Rows of bars: what strategies cost, and what seen and shared cards are worth.
import type { LabExposure, LabStrategy } from '../lib/wire';
import { type Copied, fixed, percent } from './figures';

export interface BarRow {
  readonly name: string;
  readonly value: number;
  readonly text: string;
  readonly copied: Copied;
  readonly command: string;
  /** good for the house alone */
  readonly bad?: boolean;
  /** how far a sampled value may be off, on either side of 95 % */
  readonly error?: number;
}
const DEVIATIONS = 1.96;

/** The house edge under each way of playing, the best first. */
export const strategyRows = (found: readonly LabStrategy[], command: string): readonly BarRow[] =>
  found
    .flatMap((one) => (one.house_edge && one.cost ? [{ one, edge: one.house_edge, cost: one.cost }] : []))
    .sort((a, b) => a.cost.decimal - b.cost.decimal)
    .map(({ one, edge, cost }) => ({
      name: cost.decimal === 0 ? one.title : `${one.title}, costs ${percent(cost.decimal)}`,
      value: edge.decimal,
      bad: true,
      text: percent(edge.decimal),
      copied: edge,
      command,
    }));

const CARDS: Readonly<Record<string, string>> = {
  dealer1: 'one card of the dealer',
  dealer2: 'both cards of the dealer',
  flop1: 'one card of the flop',
  flop2: 'two cards of the flop',
  flop3: 'the whole flop',
  turn1: 'the turn or the river',
  turn2: 'turn and river',
};
/** "dealer1,flop1" in words. */
export const seenWords = (see: string): string =>
  see
    .split(',')
    .map((one) => CARDS[one] ?? one)
    .join(' and ');

/** The player's edge with cards seen early, the least first; nothing seen stands above them. */
export const seenRows = (found: LabExposure): readonly BarRow[] =>
  [...found.seen]
    .sort((a, b) => a.ev.decimal - b.ev.decimal)
    .map((one) => ({
      name: `Sees ${seenWords(one.see)}`,
      value: one.ev.decimal,
      text: percent(one.ev.decimal, 2),
      copied: one.ev,
      command: one.command,
    }));

/** The player's edge where seats show one another their cards: sampled. */
export const sharedRows = (found: LabExposure): readonly BarRow[] =>
  found.shared.map((one) => ({
    name: `${one.seats} seats share`,
    value: one.mean,
    text: `${fixed(one.mean * 100, 2)} ± ${fixed(one.standard_error * DEVIATIONS * 100, 2)} %`,
    copied: { decimal: one.mean },
    command: one.command,
    error: one.standard_error * DEVIATIONS,
  }));
