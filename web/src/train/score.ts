// Scores in words: shares, costs in Antes, and how the days of a streak stand in a row.
import type { Exact } from '../lib/wire';
import type { DrillScore } from '../lib/wire';

/** "85 %"; a dash where nothing was answered. */
export function share(right: number, answered: number): string {
  if (answered === 0) return '–';
  const percent = (100 * right) / answered;
  if (percent > 99 && right < answered) return '99 %';
  return `${Math.round(percent)} %`;
}

/** A cost in Antes: "0.034"; never nothing where there is something. */
export function cost(value: Exact | null): string {
  if (value === null) return '–';
  if (value.decimal === 0) return '0';
  const text = Math.abs(value.decimal).toFixed(3);
  return text === '0.000' ? 'under 0.001' : text;
}

/** "17 of 20 right, cost 0.340 Antes". */
export function scoreWords(score: DrillScore): string {
  return `${score.right} of ${score.answered} right, cost ${cost(score.cost)} Antes`;
}

/** The length of a bar in percent of the longest, at least a hair where there is something. */
export function barLength(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0;
  return Math.max(1.5, Math.min(100, (100 * value) / most));
}

/** The last `count` days up to today, oldest first, as UTC dates: "2026-11-18". */
export function lastDays(today: string, count: number): readonly string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  if (Number.isNaN(end)) return [];
  const DAY_MS = 86_400_000;
  return Array.from({ length: count }, (_, i) => new Date(end - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10));
}

/** What one answer cost on average, in Antes; a dash where none was given. */
export function eachCost(each: number, answered: number): string {
  return answered === 0 ? '–' : cost({ fraction: '', decimal: each });
}

/** The standard error of an examination: ", ± 0.012"; empty where there is none. */
export function errorWords(score: DrillScore): string {
  if (score.error === null || score.error.decimal === 0) return '';
  const text = score.error.decimal.toFixed(3);
  return `, ± ${text === '0.000' ? '0.001' : text}`;
}
