// The "chips that move" table of a remedy preview: columns that carry something, rows, totals.
import type { Elsewhere, Remedy, RemedySeat, Wager } from '../lib/wire';
import { listed, wagerName } from '../lib/words';
import { bare } from '../lib/words';

const ORDER: readonly Wager[] = ['ante', 'blind', 'play', 'trips', 'six_card', 'progressive'];

export interface Chip {
  cents: number;
  live: boolean;
}
export interface MovesRow {
  label: string;
  chips: (Chip | null)[];
  returned: number;
}
export interface Moves {
  wagers: { key: Wager; label: string }[];
  rows: MovesRow[];
  total: MovesRow;
}

export function movesOf(remedy: Remedy): Moves {
  const keys = ORDER.filter((key) => remedy.seats.some((seat) => key in seat.wagers));
  const rows = [...remedy.seats].sort((a, b) => b.seat - a.seat).map((seat) => rowOf(seat, keys));
  const total: MovesRow = {
    label: 'Total',
    chips: keys.map((_, i) => sumOf(rows.map((row) => row.chips[i] ?? null))),
    returned: rows.reduce((sum, row) => sum + row.returned, 0),
  };
  return {
    wagers: keys.map((key) => ({ key, label: key === 'progressive' ? 'Progr.' : wagerName(key) })),
    rows,
    total,
  };
}

function rowOf(seat: RemedySeat, keys: readonly Wager[]): MovesRow {
  const chips = keys.map((key): Chip | null => {
    const cents = seat.wagers[key] ?? 0;
    return cents === 0 ? null : { cents, live: seat.live.includes(key) };
  });
  return { label: `Seat ${seat.seat}, ${bare(seat.player)}`, chips, returned: seat.returned };
}

function sumOf(chips: (Chip | null)[]): Chip | null {
  const some = chips.filter((chip) => chip !== null);
  if (some.length === 0) return null;
  return { cents: some.reduce((sum, chip) => sum + chip.cents, 0), live: some.every((chip) => chip.live) };
}

/** Whether any chip goes anywhere; a round that goes on leaves all of them where they are. */
export function anyMoves(remedy: Remedy): boolean {
  return remedy.seats.some(
    (seat) => seat.returned > 0 || ORDER.some((key) => key in seat.wagers && !seat.live.includes(key)),
  );
}

export interface Others {
  says: string;
  clauses: string[];
}

/** What other places would do, those that do the same told together. */
export function othersOf(elsewhere: readonly Elsewhere[]): Others[] {
  const byText = new Map<string, { places: string[]; clauses: string[] }>();
  for (const other of elsewhere) {
    const same = byText.get(other.text) ?? { places: [], clauses: [] };
    same.places.push(other.rules_title);
    same.clauses.push(...other.clauses.filter((clause) => !same.clauses.includes(clause)));
    byText.set(other.text, same);
  }
  return [...byText].map(([text, { places, clauses }]) => ({ says: saysOf(places, text), clauses }));
}

function saysOf(places: readonly string[], text: string): string {
  // A place with its state in its name would make two of one in a list.
  const short = places.map((place) => place.replace(/,.*$/, ''));
  return text === '' ? `Not covered by the rules of ${listed(short, 'or')}.` : `${listed(short)}: ${text}`;
}
