// A career in words and as a plot: what choices cost per 100 hands, and what the cards brought.
import { dollars, signed } from '../lib/money';
import { counted } from '../lib/words';
import type { Career, CareerFigures, CareerPoint, Exact } from '../lib/wire';
import { cents, lostWord } from './words';

/** "1.24": Antes with two places. */
export const inAntes = (value: Exact): string => value.decimal.toFixed(2);

/** "1.24 Antes, give or take 0.31": a mean and its standard error. */
export function perHundred(figures: CareerFigures): string {
  const mean = `${inAntes(figures.per_hundred)} Antes`;
  return figures.error ? `${mean}, give or take ${figures.error.decimal.toFixed(2)}` : mean;
}

/** "The cards brought −$240, your choices cost $12." */
export const careerWords = (figures: CareerFigures): string =>
  `The cards brought ${signed(cents(figures.luck))}, your choices cost ${lostWord(figures.cost)}.`;

/** What is not in the figures, in a sentence; empty where all hands are. */
export function missingWords({ not_priced, left_out }: Career): string {
  const waits = not_priced > 0 ? `${counted(not_priced, 'hand')} not priced yet.` : '';
  const out = left_out > 0 ? `${counted(left_out, 'hand')} cannot be counted and ${isAre(left_out)} left out.` : '';
  return [waits, out].filter((part) => part !== '').join(' ');
}
const isAre = (count: number): string => (count === 1 ? 'is' : 'are');

export interface Standing {
  readonly title: string;
  readonly antes: number;
  readonly you: boolean;
}

/** The strategies and you, what costs least first. */
export function ladder(career: Career, figures: CareerFigures): readonly Standing[] {
  const others = career.strategies.map((one) => ({ title: one.title, antes: one.per_hundred.decimal, you: false }));
  const you = { title: 'You', antes: figures.per_hundred.decimal, you: true };
  return [...others, you].sort((a, b) => a.antes - b.antes || Number(a.you) - Number(b.you));
}

export interface Plot {
  readonly luck: string;
  readonly net: string;
  readonly cost: string;
  readonly zero: number;
  readonly top: number;
  readonly low: number;
  readonly ends: { readonly luck: number; readonly net: number; readonly cost: number };
}

/** Lines in a box of this size: the cards, the cost of choices below zero, and both with all else as the net. */
export function plotOf(course: readonly CareerPoint[], width: number, height: number): Plot {
  const points = [{ hands: 0, luck: 0, cost: 0, net: 0 }, ...course];
  const values = points.flatMap((one) => [one.luck, one.net, -one.cost]);
  const top = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const most = Math.max(1, points.at(-1)?.hands ?? 1);
  const y = (cents: number): number => (height * (top - cents)) / Math.max(1, top - low);
  const line = (of: (one: CareerPoint) => number): string =>
    points.map((one, i) => `${i ? 'L' : 'M'}${round((width * one.hands) / most)} ${round(y(of(one)))}`).join('');
  const last = points.at(-1) ?? { hands: 0, luck: 0, cost: 0, net: 0 };
  return {
    luck: line((one) => one.luck),
    net: line((one) => one.net),
    cost: line((one) => -one.cost),
    zero: round(y(0)),
    top,
    low,
    ends: { luck: round(y(last.luck)), net: round(y(last.net)), cost: round(y(-last.cost)) },
  };
}
const round = (value: number): number => Math.round(value * 10) / 10;

const ROWS_MAX = 10;

/** A few points of the course as rows of a table: hands, cards, choices, net. */
export function courseRows(course: readonly CareerPoint[]): readonly (readonly [string, string, string, string])[] {
  const every = Math.max(1, Math.ceil(course.length / ROWS_MAX));
  return course
    .filter((_, i) => (course.length - 1 - i) % every === 0)
    .map((one) => [
      one.hands.toLocaleString('en-US'),
      signed(Math.round(one.luck)),
      Math.round(one.cost) === 0 ? '$0' : `−${dollars(Math.round(one.cost))}`,
      signed(one.net),
    ]);
}
