// The 13 × 13 map: what each starting hand is worth, what betting gains, what has changed.
import { HAND_ROWS } from '../lib/startinghands';
import type { Exact, LabAnswer } from '../lib/wire';

export type Hands = LabAnswer['hands'];
export type Shown = 'value' | 'gain' | 'change';
export interface HandCell {
  readonly hand: string;
  readonly best: string;
  /** what is shown, in Antes */
  readonly value: number;
  /** 0 to 1: how strong its colour is */
  readonly heat: number;
  readonly bets: boolean;
  /** sides on which a hand lies that is played otherwise: "t", "r", "b", "l" */
  readonly sides: string;
}

const CHECK = 'check';

/** The choices of a hand and their values, the best first. */
export function choices(hands: Hands, hand: string): readonly (readonly [string, number])[] {
  const found = Object.entries(hands[hand] ?? {}).flatMap(([choice, value]) =>
    typeof value === 'object' ? [[choice, value.decimal] as const] : [],
  );
  return found.sort(([, a], [, b]) => b - a);
}
/** The exact value of a choice with a hand. */
export function exactOf(hands: Hands, hand: string, choice: string): Exact | null {
  const found = hands[hand]?.[choice];
  return typeof found === 'object' ? found : null;
}
export const bestOf = (hands: Hands, hand: string): string => String(hands[hand]?.['best'] ?? '');

function shownValue(hands: Hands, before: Hands | null, hand: string, shown: Shown): number {
  const found = choices(hands, hand);
  const best = found[0]?.[1] ?? 0;
  if (shown === 'value') return best;
  if (shown === 'change') return before ? best - (choices(before, hand)[0]?.[1] ?? best) : 0;
  const bet = found.find(([choice]) => choice !== CHECK)?.[1];
  const check = found.find(([choice]) => choice === CHECK)?.[1];
  return bet === undefined || check === undefined ? 0 : bet - check;
}

/** All cells of the map, row by row. */
export function mapOf(hands: Hands, before: Hands | null, shown: Shown): readonly (readonly HandCell[])[] {
  const values = HAND_ROWS.map((row) => row.map((hand) => shownValue(hands, before, hand, shown)));
  const [low, high] = spanOf(values);
  const bets = (r: number, c: number): boolean | null => {
    const hand = HAND_ROWS[r]?.[c];
    return hand === undefined ? null : bestOf(hands, hand) !== CHECK;
  };
  return HAND_ROWS.map((row, r) =>
    row.map((hand, c) => {
      const value = values[r]?.[c] ?? 0;
      const own = bets(r, c) ?? false;
      const around: readonly (readonly [string, boolean | null])[] = [
        ['t', bets(r - 1, c)],
        ['r', bets(r, c + 1)],
        ['b', bets(r + 1, c)],
        ['l', bets(r, c - 1)],
      ];
      return {
        hand,
        best: bestOf(hands, hand),
        value,
        heat: value >= 0 ? (high > 0 ? value / high : 0) : value / low,
        bets: own,
        sides: own
          ? around
              .filter(([, other]) => other === false)
              .map(([side]) => side)
              .join('')
          : '',
      };
    }),
  );
}

/** The lowest and the highest value that is shown. */
export function spanOf(values: readonly (readonly number[])[]): readonly [number, number] {
  const all = values.flat();
  return [Math.min(...all, 0), Math.max(...all, 0)];
}

/** How many hands are played otherwise than before. */
export const moved = (now: Hands, before: Hands): number =>
  Object.keys(now).filter((hand) => bestOf(now, hand) !== bestOf(before, hand)).length;

/** "4x" in a sentence: "bet 4×". */
export const playWord = (choice: string): string => (choice === CHECK ? 'check' : `bet ${choice.replace('x', '×')}`);
