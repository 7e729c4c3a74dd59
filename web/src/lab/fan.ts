// The plot of a session: bands of the bankroll over the rounds, and the risk of ruin below them.
import type { LabSession } from '../lib/wire';

export interface Fan {
  /** nine in ten sessions, and half of them: closed paths */
  readonly outer: string;
  readonly inner: string;
  readonly median: string;
  readonly ruin: string;
  /** percent at the top of the plot of ruin */
  readonly ruinMost: number;
  /** height of what one sat down with */
  readonly start: number;
  readonly lines: readonly { readonly y: number; readonly label: string }[];
  readonly rounds: readonly { readonly x: number; readonly label: string; readonly anchor: string }[];
}

const LEFT = 36;
const RIGHT_GAP = 4;
const [TOP, BOTTOM_GAP] = [6, 16];
const [RUIN_TOP, RUIN_BOTTOM] = [6, 58];

/** Work out the paths of a session for a plot of this size. */
export function fan(session: LabSession, width: number, height: number): Fan {
  const points = [{ round: 0, quantiles: session.parts.map(() => session.bankroll), ruined: 0 }, ...session.fan];
  const most = niceAbove(Math.max(...points.map((point) => point.quantiles.at(-1) ?? 0)) / 100);
  const right = width - RIGHT_GAP;
  const bottom = height - BOTTOM_GAP;
  const x = (round: number): number => LEFT + (round / session.rounds) * (right - LEFT);
  const y = (cents: number): number => bottom - (cents / 100 / most) * (bottom - TOP);
  const line = (part: number): readonly string[] =>
    points.map((point) => `${x(point.round).toFixed(1)} ${y(point.quantiles[part] ?? 0).toFixed(1)}`);
  const band = (low: number, high: number): string => `M${[...line(low), ...[...line(high)].reverse()].join('L')}Z`;
  const last = session.parts.length - 1;
  const ruinMost = niceAbove(Math.max(session.ruined * 100, 0.01));
  const risk = (part: number): number => RUIN_BOTTOM - ((part * 100) / ruinMost) * (RUIN_BOTTOM - RUIN_TOP);
  const ruin = points.map((point) => `${x(point.round).toFixed(1)} ${risk(point.ruined).toFixed(1)}`);
  return {
    outer: band(0, last),
    inner: band(1, last - 1),
    median: `M${line(last / 2).join('L')}`,
    ruin: `M${ruin.join('L')}L${right} ${RUIN_BOTTOM}L${LEFT} ${RUIN_BOTTOM}Z`,
    ruinMost,
    start: y(session.bankroll),
    lines: [0, 0.25, 0.5, 0.75, 1].map((part) => ({ y: y(part * most * 100), label: shortDollars(part * most) })),
    rounds: [0, 0.5, 1].map((part) => ({
      x: x(part * session.rounds),
      label: String(Math.round(part * session.rounds)),
      anchor: part === 1 ? 'end' : 'middle',
    })),
  };
}

/** The next round number at or above: 1, 2, 4, 6 or 8 times a power of ten. */
export function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 4, 6, 8, 10].map((times) => times * power).find((one) => one >= value);
  return Number((found ?? value).toPrecision(6));
}

/** "$1.5k" */
export function shortDollars(value: number): string {
  if (value >= 1e6) return `$${Number((value / 1e6).toPrecision(3))}m`;
  if (value >= 1e4) return `$${Number((value / 1e3).toPrecision(3))}k`;
  return `$${Number(value.toPrecision(4))}`;
}
