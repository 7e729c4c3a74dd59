// The floor's figures as rows of words, and the same rows as a CSV file. Nothing is worked out again here.

export interface Money {
  readonly dollars: string;
  readonly cents: string;
}
export interface MeterSums {
  readonly in: Money;
  readonly paid: Money;
  readonly [part: string]: Money;
}
export interface Theory {
  readonly hands: number;
  readonly actual: string;
  readonly expected: Money;
  readonly z: number | null;
  readonly z_careful: number | null;
  readonly suspect: boolean;
}
export interface Sums {
  readonly rounds: number;
  readonly rounds_per_hour: number | null;
  readonly seats_per_round: number | null;
  readonly handle: { readonly total: string };
  readonly drop: string;
  readonly cash_outs: string;
  readonly fees: string;
  readonly win: Money;
  readonly hold_percent: number | null;
  readonly voids: Readonly<Record<string, number>>;
  readonly irregularities: Readonly<Record<string, number>>;
  readonly time_outs: number;
  readonly jackpots: { readonly count: number; readonly paid: string };
  readonly meters: Readonly<Record<string, MeterSums>>;
  readonly theory?: Theory | null;
}
export interface FigureRow extends Sums {
  readonly table: string;
  readonly period: string;
}
export interface FigureTable {
  readonly table: string;
  readonly link: string | null;
  readonly liability: Readonly<Record<string, Money>>;
  readonly unresolved_rounds: number;
  readonly funds_held: string;
  readonly identity: { readonly holds: boolean; readonly faults: readonly string[] };
}
export interface Figures {
  readonly by: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly bots: string;
  readonly rows: readonly FigureRow[];
  readonly total: Sums;
  readonly tables: readonly FigureTable[];
  readonly links: Readonly<Record<string, Readonly<Record<string, Money>>>>;
  readonly notes: readonly string[];
  /** Tables whose journal is damaged: no row and no part of the total. */
  readonly left_out: readonly { readonly table: string; readonly why: string }[];
}

export interface Column {
  key: string;
  label: string;
  numeric: boolean;
  /** The plain value, for a file. */
  plain: (row: Sums) => string;
  /** The same for eyes. */
  shown: (row: Sums) => string;
  /** Losses and wins are coloured, always with their sign. */
  signed?: boolean;
}

const NONE = '–';

function count(key: string, label: string, of: (row: Sums) => number): Column {
  return {
    key,
    label,
    numeric: true,
    plain: (row) => String(of(row)),
    shown: (row) => of(row).toLocaleString('en-US'),
  };
}
function ratio(
  key: string,
  label: string,
  of: (row: Sums) => number | null | undefined,
  places: number,
  unit = '',
): Column {
  const text = (row: Sums): string => of(row)?.toFixed(places) ?? '';
  return {
    key,
    label,
    numeric: true,
    plain: text,
    shown: (row) => (text(row) === '' ? NONE : minus(group(text(row))) + unit),
  };
}
function money(key: string, label: string, of: (row: Sums) => string | undefined, signed = false): Column {
  return {
    key,
    label,
    numeric: true,
    signed,
    plain: (row) => of(row) ?? '',
    shown: (row) => {
      const text = of(row);
      return text === undefined ? NONE : dollars(text, signed);
    },
  };
}

export const COLUMNS: readonly Column[] = [
  count('rounds', 'Rounds', (row) => row.rounds),
  ratio('rounds_per_hour', 'Per hour', (row) => row.rounds_per_hour, 1),
  money('handle', 'Handle', (row) => row.handle.total),
  money('drop', 'Drop', (row) => row.drop),
  money('win', 'Win', (row) => row.win.dollars, true),
  ratio('hold', 'Hold', (row) => row.hold_percent, 1, ' %'),
  money('fees', 'Fees', (row) => row.fees),
  count('voids', 'Voids', (row) => total(row.voids)),
  count('irregularities', 'Irreg.', (row) => total(row.irregularities)),
  money('meter_in', 'Meter in', (row) => meterSum(row, 'in')),
  money('meter_paid', 'Paid', (row) => meterSum(row, 'paid')),
];
export const THEORY_COLUMNS: readonly Column[] = [
  money('expected', 'Expected', (row) => row.theory?.expected.dollars, true),
  money('actual', 'Actual', (row) => row.theory?.actual, true),
  ratio('z', 'z', (row) => row.theory?.z, 2),
  ratio('z_careful', 'Careful z', (row) => row.theory?.z_careful, 2),
];

export function columnsOf(figures: Figures): Column[] {
  return figures.total.theory === undefined ? [...COLUMNS] : [...COLUMNS, ...THEORY_COLUMNS];
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, value) => sum + value, 0);
}

/** All meters of a row together, in whole cents: the fraction of a cent stays on the meter. */
function meterSum(row: Sums, part: 'in' | 'paid'): string | undefined {
  const sums = Object.values(row.meters);
  if (sums.length === 0) return undefined;
  const cents = sums.reduce((sum, meter) => sum + wholeCents(meter[part].dollars), 0);
  return `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** "-12.50" as -1250, digit by digit. */
export function wholeCents(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  return sign * (Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2)));
}

/** "1234.50" as "$1,234.50"; a whole amount without cents; with a sign where asked. */
export function dollars(text: string, signed = false): string {
  const negative = text.startsWith('-');
  const [whole = '0', part = '00'] = text.replace('-', '').split('.');
  const amount = `$${group(whole)}${part === '00' ? '' : `.${part}`}`;
  const zero = wholeCents(text) === 0;
  if (negative) return `−${amount}`;
  return signed && !zero ? `+${amount}` : amount;
}

function group(digits: string): string {
  const [whole = '', part] = digits.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
}

function minus(text: string): string {
  return text.replace('-', '−');
}

/** The rows as a file: RFC 4180, plain figures, the total last. A text that a spreadsheet would run is quoted. */
export function csvOf(figures: Figures): string {
  const columns = columnsOf(figures);
  const head = ['table', 'period', ...columns.map((column) => column.key)];
  const rows = figures.rows.map((row) => [row.table, row.period, ...columns.map((column) => column.plain(row))]);
  const last = ['total', '', ...columns.map((column) => column.plain(figures.total))];
  return [head, ...rows, last].map((cells) => cells.map(field).join(',')).join('\r\n') + '\r\n';
}

function field(text: string): string {
  const safe = /^[=+@\t]/.test(text) || /^-\D/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export interface Point {
  x: number;
  y: number;
}

/** The house's result after each period, all tables of it together, summed up: cents over rounds. */
export function runningWin(rows: readonly FigureRow[]): Point[] {
  const periods = new Map<string, Point>();
  for (const row of [...rows].sort((a, b) => a.period.localeCompare(b.period))) {
    const at = periods.get(row.period) ?? { x: 0, y: 0 };
    periods.set(row.period, { x: at.x + row.rounds, y: at.y + resultOf(row) });
  }
  const points: Point[] = [{ x: 0, y: 0 }];
  for (const { x, y } of periods.values()) {
    const last = points[points.length - 1] ?? { x: 0, y: 0 };
    points.push({ x: last.x + x, y: last.y + y });
  }
  return points;
}

export interface Bar {
  name: string;
  cents: number;
}

/** Names as people count: Table 2 before Table 10. */
export const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Rows by the name of their table, then by period. */
export function inOrder(rows: readonly FigureRow[], name: (table: string) => string): FigureRow[] {
  return [...rows].sort((a, b) => byName(name(a.table), name(b.table)) || a.period.localeCompare(b.period));
}

/** What each table brought, its periods together. */
export function winByTable(rows: readonly FigureRow[], name: (table: string) => string): Bar[] {
  const tables = new Map<string, number>();
  for (const row of rows) tables.set(row.table, (tables.get(row.table) ?? 0) + resultOf(row));
  return [...tables].map(([table, cents]) => ({ name: name(table), cents })).sort((a, b) => byName(a.name, b.name));
}

function resultOf(row: Sums): number {
  return wholeCents(row.win.dollars) + wholeCents(row.fees);
}
