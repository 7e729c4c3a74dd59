// The legal actions as buttons: in one order on every street, so that none moves.
import { dollars } from '../lib/money';
import type { Ask, Choice } from '../lib/wire';
import { missing } from './funds';

export interface Act {
  readonly key: string;
  readonly text: string;
  readonly sum: string;
  readonly bets: boolean;
  readonly name: string;
  readonly ask: Ask;
  /** to be bought before: 0, or what the chips in front of you lack; null: your purse has too little as well */
  readonly buy: number | null;
  /** what it costs */
  readonly cost: number;
}

/** What you could bet with. */
export interface Money {
  readonly chips: number;
  readonly purse: number;
}

const PLACE: Readonly<Record<string, number>> = { fold: 0, check: 1, play: 2 };
const PLENTY: Money = { chips: Infinity, purse: 0 };

/** Buttons for what the server says may be done; the largest bet stands at the end. */
export function acts(choices: readonly Choice[], tip = false, money: Money = PLENTY): readonly Act[] {
  return [...choices]
    .sort((a, b) => (PLACE[a.word] ?? 3) - (PLACE[b.word] ?? 3) || a.times - b.times)
    .map((choice) => act(choice, tip, money));
}

function act(choice: Choice, tip: boolean, money: Money): Act {
  if (choice.word === 'play') return play(choice, tip && choice.tip > 0, money);
  if (choice.word === 'fold')
    return { key: 'f', text: 'Fold', sum: '', bets: false, name: 'Fold', ask: { do: 'fold' }, buy: 0, cost: 0 };
  return { key: 'c', text: 'Check', sum: '', bets: false, name: 'Check', ask: { do: 'check' }, buy: 0, cost: 0 };
}

function play(choice: Choice, tips: boolean, money: Money): Act {
  const cost = choice.chips + (tips ? choice.tip : 0);
  const buy = missing(cost, money.chips, money.purse);
  const sum = dollars(choice.chips) + (tips ? ` + ${dollars(choice.tip)} tip` : '');
  const bet = {
    key: String(choice.times),
    bets: true,
    ask: { do: 'play', times: choice.times, tip: tips } as const,
    buy,
    cost,
  };
  if (buy)
    return {
      ...bet,
      text: `Buy in ${dollars(buy)}`,
      sum: `and bet ${choice.times}×`,
      name: `Buy in ${dollars(buy)} and bet ${choice.times}×`,
    };
  return { ...bet, text: `Bet ${choice.times}×`, sum, name: `Bet ${choice.times}× · ${sum}` };
}

/** Why some of the bets cannot be made: "Bet 2× costs $150; you have $4." */
export function tooDear(all: readonly Act[], money: Money): string {
  const dear = all.filter((one) => one.buy === null);
  if (dear.length === 0) return '';
  const [least] = dear;
  const others = money.purse > 0 ? ` and ${dollars(money.purse)} in your purse` : '';
  return `${least?.text} costs ${dollars(least?.cost ?? 0)}; you have ${dollars(money.chips)}${others}.`;
}
