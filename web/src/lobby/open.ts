// Opening a table and sitting down at it: what "Play now" does in one press.

import { post } from '../lib/api';
import { myself } from '../lib/me.svelte';
import { TableSocket } from '../lib/socket';
import type { Answered, Lobby, OpenTable, Opened, TableCard } from '../lib/wire';

const BUY_IN_CENTS = 50_000; // most that is brought along unasked; the rest stays in the purse
const ANTES_LEAST = 12; // two rounds at the least Ante with the largest Play
const WAIT_MS = 10_000;

/** What to bring: enough for an evening at the least Ante, never more than there is. */
export function buyIn(purse: number, anteLeast: number): number {
  return Math.min(purse, Math.max(BUY_IN_CENTS, anteLeast * ANTES_LEAST));
}

/** Your own solo table under these rules, if one is open already. */
export function ownSolo(lobby: Lobby | null, rules: string): TableCard | undefined {
  return lobby?.tables.find((table) => table.kind === 'solo' && table.rules === rules && table.standing !== 'closed');
}

export function openTable(asked: Partial<OpenTable> & Pick<OpenTable, 'rules' | 'kind'>): Promise<Opened> {
  return post<Opened>('/api/tables', asked);
}

/** Sit down with chips of your own; with an empty purse one sits there without, and gets some at the table. */
export async function takeSeat(table: string, anteLeast = 0): Promise<void> {
  const me = await myself.load();
  await sitDown(table, buyIn(me?.purse ?? 0, anteLeast));
}

/** Take any free place; an answer of "already seated" is as good. */
export function sitDown(table: string, chips: number): Promise<Answered | null> {
  return new Promise((resolve) => {
    const socket = new TableSocket(table, {
      onView: () => undefined,
      onState: () => undefined,
      onBye: () => finish(null),
    });
    const late = setTimeout(() => finish(null), WAIT_MS);
    function finish(answer: Answered | null): void {
      clearTimeout(late);
      socket.end();
      resolve(answer);
    }
    socket.start();
    void socket.ask({ do: 'sit', seat: 0, chips }).then(finish);
  });
}
