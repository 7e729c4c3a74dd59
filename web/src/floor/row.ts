// What one line of the table list says: each cell as words, from the server's own figures.
import type { FloorSeat, FloorTable, HandPhase, Standing } from '../lib/wire';
import { phaseWord } from '../lib/words';
import type { Mark } from '../parts/miniTable';

export type Step = 'on' | 'now' | '';
export interface PhaseWords {
  steps: Step[];
  word: string;
  note: string;
  stop: boolean;
}
export interface Cell {
  main: string;
  under: string;
}

/** The five bars of a phase; a locked or dealt table stands on the second. */
const BAR: Record<HandPhase, number> = {
  bets: 0,
  locked: 1,
  deal: 1,
  flop: 2,
  river: 3,
  showdown: 4,
  jackpot: 4,
  settled: 4,
  void: 4,
};
const STANDING: Record<Standing, string> = {
  new: 'Not opened yet',
  closed: 'Closed',
  idle: 'Closed, cards spread',
  paused: 'Paused',
  open: 'Open',
};
const BARS = 5;

export function isOpen(table: FloorTable): boolean {
  return table.standing === 'open' || table.standing === 'paused';
}

/** Something keeps this table from dealing on, and it waits for the floor. */
export function isStopped(table: FloorTable): boolean {
  return table.stopped !== '' || table.phase === 'jackpot';
}

export function standingWord(table: FloorTable): string {
  return STANDING[table.standing];
}

export function phaseWords(table: FloorTable, now: number): PhaseWords {
  const at = BAR[table.phase];
  const steps = Array.from({ length: BARS }, (_, i): Step => (i < at ? 'on' : i === at ? 'now' : ''));
  return {
    steps,
    word: phaseWord(table.phase === 'jackpot' ? 'showdown' : table.phase),
    note: phaseNote(table, now),
    stop: isStopped(table),
  };
}

function phaseNote(table: FloorTable, now: number): string {
  if (table.stopped !== '') return 'stopped';
  if (table.phase === 'jackpot') return 'held';
  if (table.device_down !== '') return 'device down';
  if (table.standing === 'paused') return 'paused';
  if (table.closing) return 'closing';
  if (table.turn !== null) return `seat ${table.turn}`;
  if (table.phase === 'bets' && table.deadline !== null) return `open ${secondsTo(table.deadline, now)} s`;
  return table.phase === 'bets' ? 'open' : '';
}

export function secondsTo(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** The mark of each place, from seat 1 on; `away` outranks the rest, for it is what the floor looks for. */
export function seatMarks(table: FloorTable): Mark[] {
  const bySeat = new Map(table.seats.map((seat) => [seat.seat, seat]));
  return Array.from({ length: table.places }, (_, i) => markOf(table, bySeat.get(i + 1)));
}

function markOf(table: FloorTable, seat: FloorSeat | undefined): Mark {
  if (seat === undefined || seat.player === '') return 'empty';
  if (seat.away) return 'away';
  if (table.bank_seat === seat.seat) return 'bank';
  if (table.turn === seat.seat) return 'acting';
  return seat.bot ? 'bot' : 'player';
}

const MARK_WORD: Record<Mark, string> = {
  empty: 'free',
  you: 'you',
  player: 'player',
  bot: 'bot',
  acting: 'to act',
  bank: 'player-dealer',
  away: 'away',
};

/** The picture in words: "5 of 6 seats taken; seat 3 to act, seat 6 away". */
export function seatsLabel(table: FloorTable): string {
  const marks = seatMarks(table);
  const taken = marks.filter((mark) => mark !== 'empty').length;
  const told = marks
    .map((mark, i) => ({ mark, seat: i + 1 }))
    .filter(({ mark }) => mark === 'acting' || mark === 'away' || mark === 'bank')
    .map(({ mark, seat }) => `seat ${seat} ${MARK_WORD[mark]}`);
  const bots = table.seats.filter((seat) => seat.bot && seat.player !== '').length;
  const head = `${taken} of ${table.places} seats taken${bots ? `, ${bots} by bots` : ''}`;
  return told.length ? `${head}; ${told.join(', ')}` : head;
}

export function houseCell(
  table: FloorTable,
  money: (cents: number) => string,
  signed: (cents: number) => string,
): Cell {
  if (table.bank_seat !== null || (table.fees_cents > 0 && table.house_cents === 0)) {
    return { main: money(table.fees_cents), under: 'fees' };
  }
  return { main: table.house_cents === 0 ? money(0) : signed(table.house_cents), under: '' };
}

export function meterCell(table: FloorTable, money: (cents: number) => string): Cell {
  if (table.bank_seat !== null) {
    return {
      main: `${money(table.bank_left)} of ${money(table.bank_stake)}`,
      under: `bank, seat ${table.bank_seat}`,
    };
  }
  if (table.meter_cents !== null) {
    return { main: money(table.meter_cents), under: table.linked ? 'linked meter' : '' };
  }
  return { main: 'none', under: '' };
}

export function deckCell(table: FloorTable): Cell {
  const deck = table.deck
    ? `${table.deck} deck`
    : table.decks.length === 1
      ? 'one deck'
      : `${table.decks.length} decks`;
  if (table.deck_ms_left !== null) return { main: hoursLeft(table.deck_ms_left), under: `left, ${deck}` };
  return { main: deck, under: '' };
}

/** "6 h 10", "0 h 12"; past its time it is "due". */
export function hoursLeft(ms: number): string {
  if (ms <= 0) return 'due';
  const minutes = Math.floor(ms / 60_000);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** How a bot plays: "optimal"; empty where that is not said. */
export function styleOf(player: string): string {
  return /\(bot,\s*([^)]+)\)$/i.exec(player)?.[1] ?? '';
}
