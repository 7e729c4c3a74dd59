// The lobby's own words: limits, edges and phases as people say them.

import { dollars } from '../lib/money';
import { capital, counted, listed, wagerName } from '../lib/words';
import type { HandPhase, OpenTable, RuleSetCard, TableCard, TableKind } from '../lib/wire';

/** "$10 to $100", "from $10". */
export function limits(table: TableCard): string {
  return table.ante_most === null
    ? `from ${dollars(table.ante_least)}`
    : `${dollars(table.ante_least)} to ${dollars(table.ante_most)}`;
}

/** "2.185 %", whether or not the server wrote the sign; "" where no edge is told. */
export function percent(edge: string): string {
  return edge === '' || edge.includes('%') ? edge : `${edge} %`;
}

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

/** Who sits at a solo table beside you: nobody, or the bots with whom you take turns at the bank. */
export function company(set: RuleSetCard | undefined): string {
  if (!set?.solo_bots) return 'Just you. ';
  const count = COUNTS[set.solo_bots] ?? String(set.solo_bots);
  return `${count} ${set.solo_bots === 1 ? 'bot plays' : 'bots play'} with you: you take turns at the bank, or pass. `;
}

export function sidesOf(wagers: readonly string[]): string {
  return wagers.length === 0 ? 'no side bets' : listed(wagers.map(wagerName));
}

/** A meter as it is announced: the only one is the Progressive, others have a name. */
export function meterTitle(name: string): string {
  return name === '' || name === 'main' ? 'Progressive' : `${capital(name)} meter`;
}

const PHASES: Record<HandPhase, string> = {
  bets: 'taking bets',
  locked: 'bets closed',
  deal: 'before the flop',
  flop: 'on the flop',
  river: 'on the river',
  showdown: 'showdown',
  jackpot: 'jackpot: waiting for the floor',
  settled: 'between hands',
  void: 'between hands',
};

/** The small picture in words: "3 of 6 seats taken, 2 bots, you have seat 3". */
export function seatsLabel(table: TableCard): string {
  const bots = table.bots > 0 ? `, ${counted(table.bots, 'bot')}` : '';
  const yours = table.you > 0 ? `, you have seat ${table.you}` : '';
  return `${table.taken} of ${counted(table.seats, 'seat')} taken${bots}${yours}`;
}

/** What goes on at a table now: "taking bets", "paused". */
export function goingOn(table: TableCard): string {
  return table.standing === 'open' ? PHASES[table.phase] : table.standing;
}

export const KINDS: Record<TableKind, string> = { public: 'Public', private: 'Private', solo: 'Solo' };
export const STYLES: readonly (readonly [NonNullable<OpenTable['style']>, string])[] = [
  ['optimal', 'Perfect'],
  ['simple', 'Basic strategy'],
  ['timid', 'Cautious'],
  ['random', 'Random'],
];
