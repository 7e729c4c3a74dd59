// The legal actions as buttons: in one order on every street, so that none moves.
import { dollars } from '../lib/money';
import type { Ask, Choice } from '../lib/wire';

export interface Act {
  readonly key: string;
  readonly text: string;
  readonly sum: string;
  readonly bets: boolean;
  readonly name: string;
  readonly ask: Ask;
}

const PLACE: Readonly<Record<string, number>> = { fold: 0, check: 1, play: 2 };

/** Buttons for what the server says may be done; the largest bet stands at the end. */
export function acts(choices: readonly Choice[], tip = false): readonly Act[] {
  return [...choices].sort((a, b) => (PLACE[a.word] ?? 3) - (PLACE[b.word] ?? 3) || a.times - b.times).map((choice) => act(choice, tip));
}

function act(choice: Choice, tip: boolean): Act {
  if (choice.word === 'play') {
    const tips = tip && choice.tip > 0;
    const sum = dollars(choice.chips) + (tips ? ` + ${dollars(choice.tip)} tip` : '');
    return {
      key: String(choice.times), text: `Bet ${choice.times}×`, sum, bets: true,
      name: `Bet ${choice.times}× · ${sum}`, ask: { do: 'play', times: choice.times, tip: tips },
    };
  }
  if (choice.word === 'fold') return { key: 'f', text: 'Fold', sum: '', bets: false, name: 'Fold', ask: { do: 'fold' } };
  return { key: 'c', text: 'Check', sum: '', bets: false, name: 'Check', ask: { do: 'check' } };
}
