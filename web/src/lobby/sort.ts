// Which tables the lobby lists, in which order and under which heading; plain functions of what the server says.

import type { Lobby, RuleSetCard, TableCard, Wager } from '../lib/wire';
import type { Mark } from '../parts/miniTable';

export interface Filter {
  rules: string;
  freeOnly: boolean;
  /** A wager that must be offered, "" for any. */
  side: Wager | '';
  /** The largest least Ante, in cents; 0 for any. */
  anteMost: number;
}

export interface Group {
  place: RuleSetCard;
  tables: TableCard[];
}

/** The mark of each seat, from seat 1 on. */
export function seatMarks(table: TableCard): Mark[] {
  const [free, bots] = [new Set(table.free), new Set(table.bot_seats)];
  return Array.from({ length: table.seats }, (_, i) => {
    const seat = i + 1;
    if (seat === table.you) return 'you';
    return free.has(seat) ? 'empty' : bots.has(seat) ? 'bot' : 'player';
  });
}

export const ALL: Filter = { rules: '', freeOnly: false, side: '', anteMost: 0 };

export function passes(table: TableCard, filter: Filter): boolean {
  if (filter.rules !== '' && table.rules !== filter.rules) return false;
  if (filter.freeOnly && table.free.length === 0 && table.you === 0) return false;
  if (filter.side !== '' && !table.side.includes(filter.side)) return false;
  return filter.anteMost === 0 || table.ante_least <= filter.anteMost;
}

/** Public tables under their rule set, in the order in which the server lists the sets; empty groups are left out. */
export function grouped(lobby: Lobby, filter: Filter): Group[] {
  const open = lobby.tables.filter((table) => table.kind === 'public' && passes(table, filter));
  return lobby.rule_sets
    .map((place) => ({ place, tables: open.filter((table) => table.rules === place.name) }))
    .filter((group) => group.tables.length > 0);
}

/** What is yours: where you sit first, then the tables that you opened. */
export function yours(lobby: Lobby): TableCard[] {
  const own = lobby.tables.filter((table) => table.you > 0 || table.kind !== 'public');
  return own.sort((one, other) => Number(other.you > 0) - Number(one.you > 0));
}

export function sides(lobby: Lobby): Wager[] {
  return [...new Set(lobby.tables.flatMap((table) => table.side))];
}

/** The least Antes on offer, in cents, rising. */
export function antes(lobby: Lobby): number[] {
  const public_ = lobby.tables.filter((table) => table.kind === 'public');
  return [...new Set(public_.map((table) => table.ante_least))].sort((one, other) => one - other);
}
