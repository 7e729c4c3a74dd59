import { describe, expect, it } from 'vitest';
import type { Frame, Hand, Line, Replay, Seat } from '../lib/wire';
import { costOf } from './cost';
import { fromSearch, isFiltered, NO_FILTER, question, toSearch } from './query';
import { hashOf, jump, layOut, marks, shownCards, stepOf } from './steps';

describe('the filter of the history', () => {
  it('stands in the address and is read back', () => {
    const filter = { ...NO_FILTER, rules: 'south-dakota', outcome: 'win', from: '2026-11-01' };

    expect(toSearch(filter)).toBe('?rules=south-dakota&outcome=win&from=2026-11-01');
    expect(fromSearch(toSearch(filter))).toEqual(filter);
    expect(toSearch(NO_FILTER)).toBe('');
    expect(isFiltered(filter)).toBe(true);
    expect(isFiltered(fromSearch('?other=1'))).toBe(false);
  });

  it('asks the server for whole days of the reader, the last one included', () => {
    const asked = new URLSearchParams(question({ ...NO_FILTER, from: '2026-11-01', until: '2026-11-01' }, 'm7'));

    const hours = (Date.parse(asked.get('end') ?? '') - Date.parse(asked.get('begin') ?? '')) / 3_600_000;
    expect(hours).toBe(24);
    expect(asked.get('begin')).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(asked.get('before')).toBe('m7');
  });

  it('leaves out a date that is none', () => {
    expect(question({ ...NO_FILTER, from: 'yesterday' }, '')).toBe('');
    expect(question({ ...NO_FILTER, text: 'two ' }, '')).toBe('?text=two');
  });
});

describe('the steps of a replay', () => {
  const frame = (phase: string, turned = 0): Frame => ({
    line: {} as Line,
    hand: { phase, board: Array.from({ length: 5 }, (_, i) => (i < turned ? '2c' : null)) } as unknown as Hand,
  });
  const frames = ['bets', 'bets', 'deal', 'flop', 'flop', 'settled'].map((phase) => frame(phase));

  it.each([
    ['#step=5', 5],
    ['#step=0', 1],
    ['#step=99', 6],
    ['', 6],
    ['#verify', 6],
    ['#a=1&step=2', 2],
    ['#step=x', 6],
  ])('reads %s', (hash, step) => {
    expect(stepOf(hash, 6)).toBe(step);
  });

  it('writes what it reads', () => {
    expect(stepOf(hashOf(3), 6)).toBe(3);
  });

  it('names the beginning of each phase and jumps between them', () => {
    const all = marks(frames);

    expect(all.map(({ step, label }) => `${step} ${label}`)).toEqual(['1 Bets', '3 Deal', '4 Flop', '6 Settled']);
    expect(jump(all, 4, 1, 6)).toBe(6);
    expect(jump(all, 6, 1, 6)).toBe(6);
    expect(jump(all, 5, -1, 6)).toBe(4);
    expect(jump(all, 1, -1, 6)).toBe(1);
  });

  it('finds flop and river where the board is turned after the last choice', () => {
    const all = marks([
      frame('bets'),
      frame('deal'),
      frame('showdown', 3),
      frame('showdown', 5),
      frame('showdown', 5),
      frame('settled', 5),
    ]);

    expect(all.map(({ step, label }) => `${step} ${label}`)).toEqual([
      '1 Bets',
      '2 Deal',
      '3 Flop',
      '4 River',
      '5 Showdown',
      '6 Settled',
    ]);
  });

  it('puts labels under their ticks, never on top of one another or off the line', () => {
    expect(layOut([0, 50, 100], [20, 20, 20], 100)).toEqual([0, 40, 80]);
    expect(layOut([48, 50, 52], [20, 20, 20], 100)).toEqual([38, 58, 78]);
    expect(layOut([90, 95, 100], [20, 20, 20], 100)).toEqual([40, 60, 80]);
  });

  it('gathers the cards that lay face up at the end', () => {
    const seat = (number: number, cards: string[]): Seat => ({ seat: number, cards }) as unknown as Seat;
    const hand = {
      seats: [seat(1, ['As', 'Kd']), seat(2, [])],
      board: ['2c', null],
      dealer: { cards: ['3c', '4c'] },
      box: [],
      incidents: [],
    } as unknown as Hand;
    const replay = { frames: [{ hand }] } as unknown as Replay;

    expect(shownCards(replay)).toEqual({ 'seat 1': ['As', 'Kd'], board: ['2c', null], dealer: ['3c', '4c'], box: [] });
  });
});

describe('what the choices of a hand cost', () => {
  it('is said in a word or two', () => {
    const said = (decimal: number) => costOf({ priced: 'priced', cost: { fraction: '', decimal } }).text;
    expect([0, 0.3, 34].map(said)).toEqual(['nothing', 'under 1¢', '−$0.34']);
    const without = (['not-yet', 'left-out', 'no-choice'] as const).map(
      (priced) => costOf({ priced, cost: null }).text,
    );
    expect(without).toEqual(['not priced yet', 'not countable', 'no choice']);
  });
});
