// What a choice cost, in words; exact numbers come from the server, the difference is taken here.
import { choiceWord, madeWord } from '../coach/words';
import { dollars } from '../lib/money';
import type { CoachPrice } from '../lib/wire';
import { capital } from '../lib/words';

export interface Verdict {
  readonly right: boolean;
  readonly head: string;
  readonly tail: string;
}

/** "You checked: −$2.20, 0.220 Antes" and "Bet 2× is best"; null where nothing was chosen. */
export function verdict(price: CoachPrice, chosen: string, own = true): Verdict | null {
  const mine = price.choices.find((one) => one.name === chosen);
  const best = price.choices.find((one) => one.name === price.best);
  if (!mine || !best) return null;
  const who = own ? `You ${madeWord(chosen)}` : capital(madeWord(chosen));
  if (mine.antes.fraction === best.antes.fraction) return { right: true, head: `${who}: best`, tail: '' };
  const lost = Math.round(best.cents.decimal - mine.cents.decimal);
  const sum = lost === 0 ? 'less than a cent' : dollars(lost);
  return {
    right: false,
    head: `${who}: it ${own ? 'costs' : 'cost'} ${sum}`,
    tail: `${inAntes(best.antes.decimal - mine.antes.decimal)}; ${choiceWord(price.best)} is best`,
  };
}

/** A cost in Antes: "0.220 Antes". */
export function inAntes(antes: number): string {
  const text = antes.toFixed(3);
  return Number(text) === 0 && antes > 0 ? 'under 0.001 Antes' : `${text} Antes`;
}
