import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  csvOf,
  dollars,
  runningWin,
  wholeCents,
  winByTable,
  type FigureRow,
  type Figures,
  type Sums,
  byName,
  inOrder,
} from './figures';

const money = (text: string) => ({ dollars: text, cents: String(wholeCents(text)) });
const SUMS: Sums = {
  rounds: 6,
  rounds_per_hour: 61.25,
  seats_per_round: 3,
  handle: { total: '1255.00' },
  drop: '40000.00',
  cash_outs: '0.00',
  fees: '30.00',
  win: money('-118.50'),
  hold_percent: -0.296,
  voids: { 'shuffler-jam': 1, floor: 2 },
  irregularities: {},
  time_outs: 0,
  jackpots: { count: 0, paid: '0.00' },
  meters: { main: { in: money('2.40'), paid: money('0.00') }, minor: { in: money('0.65'), paid: money('5.00') } },
};
const row = (extra: Partial<FigureRow>): FigureRow => ({ ...SUMS, table: 'maryland-1', period: 'all', ...extra });
const FIGURES: Figures = {
  by: 'table',
  from: null,
  to: null,
  bots: 'exclude',
  rows: [row({}), row({ table: '=cmd, "x"' })],
  total: SUMS,
  tables: [],
  links: {},
  notes: [],
  left_out: [],
};
const shown = (key: string, sums: Sums = SUMS): string | undefined =>
  columnsOf(FIGURES)
    .find((column) => column.key === key)
    ?.shown(sums);

describe('the figures', () => {
  it('are shown with signs, thousands and units', () => {
    expect(shown('drop')).toBe('$40,000');
    expect(shown('win')).toBe('−$118.50');
    expect(shown('win', { ...SUMS, win: money('12.00') })).toBe('+$12');
    expect(shown('hold')).toBe('−0.3 %');
    expect(shown('voids')).toBe('3');
  });
  it('sum the meters of a table to the cent', () => {
    expect(shown('meter_in')).toBe('$3.05');
    expect(shown('meter_paid')).toBe('$5');
    expect(shown('meter_in', { ...SUMS, meters: {} })).toBe('–');
  });
  it('have the theory only where it was asked for', () => {
    expect(columnsOf(FIGURES).map((column) => column.key)).not.toContain('z');
    const asked: Figures = { ...FIGURES, total: { ...SUMS, theory: null } };
    expect(columnsOf(asked).map((column) => column.key)).toContain('z');
  });
  it('write money without a float on the way', () => {
    expect(wholeCents('-0.29')).toBe(-29);
    expect(dollars('0.00', true)).toBe('$0');
    expect(dollars('1234567.05')).toBe('$1,234,567.05');
  });
});

describe('the file of figures', () => {
  it('has a head, a line a row and the total', () => {
    const lines = csvOf(FIGURES).trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^table,period,rounds,/);
    expect(lines[1]).toContain(',-118.50,');
    expect(lines[3]).toMatch(/^total,,6,/);
  });
  it('quotes, and takes the sting out of what a spreadsheet would run', () => {
    expect(csvOf(FIGURES)).toContain(`"'=cmd, ""x""",all`);
  });
});

describe('the pictures', () => {
  const rows = [
    row({ period: '2026-11-16 06:00', win: money('-5.50'), fees: '0.00' }),
    row({ period: '2026-11-16 05:00', win: money('10.00'), fees: '1.00' }),
    row({ period: '2026-11-16 05:00', table: 'jack', win: money('2.00'), fees: '0.00' }),
  ];
  it('sum the result up, hour by hour, whatever the order of the rows', () => {
    expect(runningWin(rows)).toEqual([
      { x: 0, y: 0 },
      { x: 12, y: 1300 },
      { x: 18, y: 750 },
    ]);
  });
  it('have a bar for each table', () => {
    expect(winByTable(rows, (table) => table.toUpperCase())).toEqual([
      { name: 'JACK', cents: 200 },
      { name: 'MARYLAND-1', cents: 550 },
    ]);
  });
  it('stand by name, as people count', () => {
    expect(['Table 10', 'Table 3', 'Table 1'].sort(byName)).toEqual(['Table 1', 'Table 3', 'Table 10']);
    const titles: Record<string, string> = { 'maryland-1': 'Table 10', jack: 'Table 9' };
    expect(inOrder(rows, (table) => titles[table] ?? table)[0]?.table).toBe('jack');
  });
});
