// What each key does at a table; a key that has nothing to do now is left to the page.
import type { KeyMap } from '../lib/keys';
import { say } from '../lib/announce.svelte';
import { nextCoach, otherTheme, settings, type CoachMode } from '../lib/settings.svelte';
import { acts } from './acts';
import type { TableState } from './state.svelte';

/** What keys open beside the table. */
export interface Opens {
  readonly paytables: () => void;
  readonly keys: () => void;
  readonly log: () => void;
}

const COACH_SAYS: Readonly<Record<CoachMode, string>> = {
  off: 'Coach off.',
  after: 'Coach after each decision.',
  before: 'Coach before each decision.',
};

export function tableKeys(table: TableState, opens: Opens): KeyMap {
  return {
    ...Object.fromEntries(
      ['c', 'f', '1', '2', '3', '4'].map((key) => [key, (event: KeyboardEvent) => decide(table, key, event)]),
    ),
    space: (event) => goOn(table, event),
    b: (event) => change(table, event),
    g: () => {
      if (!table.choices.some((choice) => choice.tip > 0)) return false;
      table.bets.tipPlay = !table.bets.tipPlay;
      return true;
    },
    r: () => {
      if (table.mode !== 'bet') return false;
      table.bets.repeat();
      return true;
    },
    e: () => {
      settings.set({ coach: nextCoach(settings.coach) });
      say(COACH_SAYS[settings.coach]);
      return true;
    },
    l: opens.log,
    p: opens.paytables,
    d: () => settings.set({ deck: settings.deck === 'four' ? 'two' : 'four' }),
    t: () => settings.set({ theme: otherTheme(settings.theme, matchMedia('(prefers-color-scheme: dark)').matches) }),
    s: () => settings.set({ sound: !settings.sound }),
    '?': opens.keys,
    escape: () => {
      table.dismissRefusal();
      table.player.skip();
    },
  };
}

function decide(table: TableState, key: string, event: KeyboardEvent): boolean {
  const found = acts(table.choices, table.bets.tipPlay, table.money).find((one) => one.key === key);
  if (!found || !table.lets(event.timeStamp)) return false;
  void table.act(found);
  return true;
}

/** Space goes on: past what is still being shown, or to the next hand. */
function goOn(table: TableState, event: KeyboardEvent): boolean {
  if (!table.player.told) {
    table.player.skip();
    return true;
  }
  const bets = (table.mode === 'review' || table.mode === 'bet') && table.controls !== 'buy';
  if (!bets || table.bets.total === 0 || table.buy === null || !table.lets(event.timeStamp)) return false;
  void table.deal();
  return true;
}

function change(table: TableState, event: KeyboardEvent): boolean {
  if (!table.lets(event.timeStamp)) return false;
  if (table.mode === 'review') table.change();
  else if (table.mode === 'placed') void table.takeBack();
  else return false;
  return true;
}
