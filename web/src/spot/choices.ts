// The choices of a spot as buttons: in the table's order, with the table's keys.
import { choiceWord } from '../coach/words';
import { dollars } from '../lib/money';

export interface SpotChoice {
  readonly name: string;
  readonly key: string;
  readonly text: string;
  /** what it costs; empty where it costs nothing */
  readonly sum: string;
  readonly bets: boolean;
}

const timesOf = (name: string): number => Number(/^(\d+)x$/.exec(name)?.[1] ?? 0);
const PLACE: Readonly<Record<string, number>> = { fold: -2, check: -1 };

/** Buttons for choices that the server named: fold, check, then the bets, the largest at the end. */
export function spotChoices(names: readonly string[], ante: number): readonly SpotChoice[] {
  return [...names]
    .sort((a, b) => (PLACE[a] ?? timesOf(a)) - (PLACE[b] ?? timesOf(b)))
    .map((name) => {
      const times = timesOf(name);
      return {
        name,
        key: times > 0 ? String(times) : name.slice(0, 1),
        text: choiceWord(name),
        sum: times > 0 && ante > 0 ? dollars(times * ante) : '',
        bets: times > 0,
      };
    });
}
