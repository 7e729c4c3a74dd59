import { expect, it } from 'vitest';
import type { Lobby, TableCard } from '../lib/wire';
import { isLobby } from './live.svelte';
import { buyIn, ownSolo } from './open';
import { goingOn, limits, meterTitle, percent } from './words';

const card = (change: Partial<TableCard>): TableCard =>
  ({
    rules: 'maryland',
    kind: 'solo',
    standing: 'open',
    phase: 'flop',
    ante_least: 500,
    ante_most: null,
    ...change,
  }) as TableCard;

it('says limits, edges, meters and phases as people do', () => {
  expect(limits(card({ ante_most: 10_000 }))).toBe('$5 to $100');
  expect(limits(card({}))).toBe('from $5');
  expect(percent('2.185')).toBe('2.185 %');
  expect(percent('2.185 %')).toBe('2.185 %');
  expect(percent('')).toBe('');
  expect(meterTitle('main')).toBe('Progressive');
  expect(meterTitle('mega')).toBe('Mega meter');
  expect(goingOn(card({}))).toBe('on the flop');
  expect(goingOn(card({ standing: 'paused' }))).toBe('paused');
});

it.each([
  [100_000, 500, 50_000],
  [20_000, 500, 20_000],
  [100_000, 5_000, 60_000],
  [0, 500, 0],
])('brings from a purse of %i at a least Ante of %i: %i', (purse, ante, brought) => {
  expect(buyIn(purse, ante)).toBe(brought);
});

it('goes back to a solo table of one’s own under the same rules', () => {
  const lobby = {
    tables: [card({ table: 'a', rules: 'california' }), card({ table: 'b' }), card({ table: 'c', kind: 'private' })],
  } as unknown as Lobby;

  expect(ownSolo(lobby, 'maryland')?.table).toBe('b');
  expect(ownSolo(lobby, 'south-dakota')).toBeUndefined();
  expect(ownSolo(null, 'maryland')).toBeUndefined();
});

it('takes only whole lobbies from the socket', () => {
  expect(isLobby({ type: 'lobby', tables: [], rule_sets: [], people: 0 })).toBe(true);
  expect(isLobby({ type: 'bye', reason: 'leaving' })).toBe(false);
  expect(isLobby(null)).toBe(false);
});
