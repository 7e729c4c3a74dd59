import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lobby, RuleSetCard, TableCard } from '../lib/wire';
import { lastRules, rememberRules } from './last';
import { placesOf } from '../parts/miniTable';
import { ALL, antes, grouped, passes, sides, yours } from './sort';

function table(change: Partial<TableCard>): TableCard {
  return {
    table: 'maryland-1',
    title: 'Table 1',
    rules: 'maryland',
    rules_title: 'Maryland',
    kind: 'public',
    standing: 'open',
    seats: 6,
    taken: 3,
    bots: 2,
    free: [4, 5, 6],
    ante_least: 1000,
    ante_most: 10000,
    side: ['trips'],
    house_banks: true,
    meter: null,
    meter_name: '',
    rounds: 0,
    phase: 'bets',
    edge_percent: '2.185',
    you: 0,
    bot_seats: [1, 2],
    link: '',
    ...change,
  };
}

function place(name: string): RuleSetCard {
  return {
    name,
    title: name,
    edition: 1,
    words: '',
    seats: 6,
    house_banks: true,
    edge_percent: '',
    side: [],
    solo_bots: 0,
    choices: [],
  };
}

function lobby(...tables: TableCard[]): Lobby {
  return {
    type: 'lobby',
    tables,
    rule_sets: [place('maryland'), place('california'), place('south-dakota')],
    people: 1,
  };
}

describe('the filter', () => {
  it('lets everything pass when nothing is asked', () => {
    expect(passes(table({ free: [] }), ALL)).toBe(true);
  });

  it.each<[string, Partial<typeof ALL>, Partial<TableCard>, boolean]>([
    ['other rules', { rules: 'california' }, {}, false],
    ['a full table', { freeOnly: true }, { free: [] }, false],
    ['a full table where you sit', { freeOnly: true }, { free: [], you: 2 }, true],
    ['a wager that is not offered', { side: 'six_card' }, {}, false],
    ['an Ante that is too large', { anteMost: 500 }, {}, false],
    ['an Ante that is small enough', { anteMost: 1000 }, {}, true],
  ])('on %s', (_, asked, found, answer) => {
    expect(passes(table(found), { ...ALL, ...asked })).toBe(answer);
  });
});

describe('the list', () => {
  it('puts public tables under their rules, in the order of the rules', () => {
    const made = lobby(
      table({ rules: 'south-dakota', table: 's' }),
      table({ table: 'm' }),
      table({ table: 'p', kind: 'private' }),
    );

    expect(grouped(made, ALL).map(({ place: { name }, tables }) => [name, tables.map((one) => one.table)])).toEqual([
      ['maryland', ['m']],
      ['south-dakota', ['s']],
    ]);
  });

  it('shows where you sit before what you opened', () => {
    const made = lobby(
      table({ table: 'own', kind: 'solo' }),
      table({ table: 'other' }),
      table({ table: 'seat', you: 2 }),
    );

    expect(yours(made).map((one) => one.table)).toEqual(['seat', 'own']);
  });

  it('knows what can be filtered by', () => {
    const made = lobby(
      table({ ante_least: 1500 }),
      table({ side: ['trips', 'six_card'] }),
      table({ kind: 'solo', ante_least: 1 }),
    );

    expect(sides(made)).toEqual(['trips', 'six_card']);
    expect(antes(made)).toEqual([1000, 1500]);
  });
});

describe('the last rules', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });

  it('are the first on offer until some were played', () => {
    expect(lastRules([place('maryland'), place('california')])).toBe('maryland');
    rememberRules('california');
    expect(lastRules([place('maryland'), place('california')])).toBe('california');
    expect(lastRules([place('maryland')])).toBe('maryland');
  });
});

describe('the small picture', () => {
  it.each([[1], [5], [6], [8]])('has %i places inside the felt, seat 1 at the right', (seats) => {
    const found = placesOf(seats);

    expect(found).toHaveLength(seats);
    expect(found.every((dot) => dot.x > 4 && dot.x < 92 && dot.y > 4 && dot.y < 36)).toBe(true);
    if (seats > 1) expect(found[0]!.x).toBeGreaterThan(found.at(-1)!.x);
  });
});
