// Exact figures in print: percent, signs, fractions, plots; what is copied of them, and how they differ.
import type { Exact, LabFigures, NetResult } from '../lib/wire';

const MINUS = '\u2212';
const THIN = '\u202f';

/** "−1.286" with a true minus. */
export function fixed(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}
/** With its sign: "+3.61", "−0.04", "0.00". */
export function plus(value: number, places: number): string {
  const text = fixed(value, places);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}
export const percent = (value: number, places = 3): string => `${fixed(value * 100, places)} %`;
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', MINUS);

/** Over and under the bar, with commas: of all deals where it goes into them, so that variants compare. */
export function barParts(exact: Exact, deals: number): readonly [string, string] {
  const [over = '0', under = '1'] = exact.fraction.split('/');
  const [all, below] = [BigInt(deals), BigInt(under)];
  const times = all % below === 0n ? all / below : 1n;
  return [grouped(String(BigInt(over) * times)), grouped(String(below * times))];
}
/** "1 in 39", "1 in 2.6", "1 in 32,487". */
export function oneIn(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  const text = value < 10 ? value.toFixed(1) : grouped(String(Math.round(value)));
  return `1${THIN}in${THIN}${text}`;
}

/** A figure to copy; one that was sampled or approximated has no fraction. */
export interface Copied {
  readonly decimal: number;
  readonly fraction?: string;
}
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map((one) => cell(String(one))).join(',')).join('\n');

/** Every way to copy a figure, each with its text. */
export function copies(name: string, exact: Copied | string, command: string): readonly (readonly [string, string])[] {
  if (typeof exact === 'string')
    return [
      ['CSV', exact],
      ['Command', command],
    ];
  const head = ['figure', 'number', ...(exact.fraction ? ['fraction'] : [])];
  const row = [name, exact.decimal, ...(exact.fraction ? [exact.fraction] : [])];
  return [
    ['Number', String(exact.decimal)],
    ...(exact.fraction ? [['Exact fraction', exact.fraction] as const] : []),
    ['CSV', csvText([head, row])],
    ['Command', command],
  ];
}

/** "4x" as it is read: "Bet 4× before the flop". */
export function choiceLabel(choice: string, found: LabFigures): string {
  if (choice === 'fold') return 'Fold';
  const multiple = Number(choice.slice(0, -1));
  const { deal, flop, river } = found.multiples;
  const when = deal.includes(multiple) ? 'at once' : flop.includes(multiple) ? 'on the flop' : 'on the river';
  return `Bet ${multiple}× ${river.includes(multiple) || flop.includes(multiple) || deal.includes(multiple) ? when : ''}`.trim();
}

/** One row of the comparison: a figure of each variant, and how it is written. */
export interface Measure {
  readonly key: string;
  readonly label: string;
  /** of what it is a part, or its unit */
  readonly of: string;
  readonly exact: (found: LabFigures) => Exact | null;
  readonly write: (value: number) => string;
  /** the change against another, without a unit */
  readonly change: (by: number) => string;
  /** less is better for the player */
  readonly less?: boolean;
}

const part = (key: string, label: string, of: string, exact: Measure['exact'], places = 2): Measure => ({
  key,
  label,
  of,
  exact,
  write: (value) => percent(value, places),
  change: (by) => plus(by * 100, places),
});
const antes = (key: string, label: string, exact: Measure['exact']): Measure => ({
  key,
  label,
  of: 'Antes',
  exact,
  write: (value) => fixed(value, 3),
  change: (by) => plus(by, 3),
});

/** Every figure that is compared, in order; choices are those that any of the variants has. */
export function measures(found: readonly LabFigures[]): readonly Measure[] {
  const made = (choice: string): boolean => found.some((one) => (one.frequencies[choice]?.decimal ?? 0) > 0);
  const choices = [...new Set(found.flatMap((one) => Object.keys(one.frequencies)))].filter(made);
  const first = found[0];
  return [
    { ...part('edge', 'House edge', 'of the Ante', (one) => one.edges.ante, 3), less: true },
    { ...part('opening', 'Opening edge', 'of Ante and Blind', (one) => one.edges.ante_and_blind, 3), less: true },
    { ...part('risk', 'Element of risk', 'of all wagered', (one) => one.edges.all_wagers, 3), less: true },
    deviation,
    antes('wager', 'Average wagered', (one) => one.average_wager),
    part('ahead', 'Hands won', 'of all hands', (one) => one.hit_rates.ahead),
    part('behind', 'Hands lost', 'of all hands', (one) => one.hit_rates.behind),
    part('blind', 'Blind paid', 'of all hands', (one) => one.hit_rates.blind),
    ...choices.map((choice) =>
      part(
        choice,
        first ? choiceLabel(choice, first) : choice,
        'of all hands',
        (one) => one.frequencies[choice] ?? null,
      ),
    ),
    antes('ante-value', 'Ante brings', (one) => one.wagers.ante),
    antes('blind-value', 'Blind brings', (one) => one.wagers.blind),
    antes('play-value', 'Play brings', (one) => one.wagers.play),
  ];
}
/** A root has no fraction of its own: the variance is copied as one. */
const deviation: Measure = {
  ...antes('deviation', 'Standard deviation', (one) => ({
    fraction: `sqrt(${one.standard_deviation.variance.fraction})`,
    decimal: one.standard_deviation.decimal,
  })),
};

/** How much a figure differs, in words where it is the same. */
export function changeOf(measure: Measure, now: LabFigures, before: LabFigures): string {
  const [a, b] = [measure.exact(now), measure.exact(before)];
  if (!a || !b) return '';
  if (a.fraction === b.fraction) return 'same';
  return measure.change(a.decimal - b.decimal);
}

/** All figures of some variants as CSV: a row a figure, number and fraction of each. */
export function csvOf(names: readonly string[], found: readonly LabFigures[]): string {
  const head = ['figure', 'unit', ...names.flatMap((name) => [name, `${name}, exact`])];
  const rows = measures(found).map((measure) => [
    measure.label,
    measure.of,
    ...found.flatMap((one) => {
      const exact = measure.exact(one);
      return exact ? [String(exact.decimal), exact.fraction] : ['', ''];
    }),
  ]);
  return csvText([head, ...rows]);
}

/** Every result of a hand with its exact probability, as CSV. */
export const distributionCsv = (distribution: readonly NetResult[]): string =>
  csvText([
    ['net in Antes', 'deals', 'probability', 'fraction'],
    ...distribution.map((one) => [one.net.fraction, one.deals, one.probability.decimal, one.probability.fraction]),
  ]);

export interface Bar {
  /** the middle of what it holds, in Antes */
  readonly at: number;
  readonly label: string;
  readonly part: number;
}
const LOWEST = -6;
const HIGHEST = 9;

/** The results of a hand in whole Antes, from −6 or less to 9 or more. */
export function bars(distribution: readonly NetResult[]): readonly Bar[] {
  const sums = new Map<number, number>();
  for (const result of distribution) {
    const at = Math.min(HIGHEST, Math.max(LOWEST, Math.floor(result.net.decimal)));
    sums.set(at, (sums.get(at) ?? 0) + result.probability.decimal);
  }
  const label = (at: number): string => (at === HIGHEST ? `${at}+` : at === LOWEST ? `${MINUS}6` : plus(at, 0));
  return Array.from({ length: HIGHEST - LOWEST + 1 }, (_, i) => i + LOWEST).map((at) => ({
    at,
    label: label(at),
    part: sums.get(at) ?? 0,
  }));
}
