// A house edge in words: what the house keeps of your bets, or, with a high meter, what you are ahead.
import { dollars } from './money';
import type { Edge } from './wire';

const MINUS = /^[\u2212-]/;

export interface EdgeWords {
  readonly name: 'House edge' | 'Player advantage';
  readonly figure: string;
}

/** "2.185" is a house edge of 2.185 %; "−4.587" is a player advantage of 4.6 %. */
export function edgeWords(percent: string): EdgeWords {
  const plain = percent.replace(/\s*%$/, '');
  if (!MINUS.test(plain)) return { name: 'House edge', figure: plain === '' ? '' : `${plain} %` };
  return { name: 'Player advantage', figure: `${Number(plain.replace(MINUS, '')).toFixed(1)} %` };
}

/** What the figure means for you, in one sentence. */
export function edgeMeaning(edge: Edge): string {
  const ahead = MINUS.test(edge.loss_cents);
  const cents = Math.round(Number(edge.loss_cents.replace(MINUS, '')));
  const sum = cents === 0 ? 'less than a cent' : dollars(cents);
  const bets = edge.of.replace(/^of /, '').replace(/, perfect play$/, '');
  if (!ahead) return `On average you lose ${sum} a hand on ${bets} if you play perfectly.`;
  return `The meter is high: on average you win ${sum} a hand on ${bets} if you play perfectly.`;
}

/** What a player advantage of a paytable comes from. */
export const ADVANTAGE = 'The meter is high: on average this bet wins more than it costs.';
