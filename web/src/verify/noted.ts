// What this browser itself saw and sent before the cards of a round: kept here, so that a proof can be held against it later.

const KEY = 'pitboss.seals';
const KEPT_MAX = 200; // about an evening of play; the oldest go first

export interface Cut {
  readonly seat: number;
  readonly seed: string;
}

export interface Note {
  /** The first seal seen of the round, while bets were open. */
  readonly seal?: string;
  /** The cut that this browser sent, and the table took. */
  readonly cut?: Cut;
  /** Everybody's cuts as they were shown when bets closed, by seat. */
  readonly closed?: Readonly<Record<string, string>>;
}

type Kept = [name: string, note: Note][];

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.flatMap(readNote) : [];
  } catch {
    return [];
  }
}

/** A note, also as it was kept before cuts were noted: the seal alone. */
function readNote(value: unknown): Kept {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return [];
  const note: unknown = value[1];
  if (typeof note === 'string') return [[value[0], { seal: note }]];
  return typeof note === 'object' && note !== null ? [[value[0], note]] : [];
}

/** Add to what is noted of a round; what stands there already stays. */
function add(table: string, round: number, more: Note): void {
  const name = `${table}#${round}`;
  const all = kept();
  const before = all.find(([one]) => one === name)?.[1];
  if (before && Object.keys(more).every((key) => key in before)) return;
  const others = all.filter(([one]) => one !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [name, { ...more, ...before }]].slice(-KEPT_MAX)));
  } catch {
    // Without storage nothing is noted; the proof still holds against the published seal.
  }
}

/** Called by the table while bets are open; the first seal seen of a round stays. */
export function noteSeal(table: string, round: number, seal: string): void {
  if (seal !== '') add(table, round, { seal });
}

/** Called when the table has taken this browser's cut. */
export function noteCut(table: string, round: number, cut: Cut): void {
  add(table, round, { cut });
}

/** Called with the first view after bets have closed: the cuts are fixed from then on. */
export function noteClosed(table: string, round: number, closed: Readonly<Record<string, string>>): void {
  add(table, round, { closed });
}

export function noted(table: string, round: number): Note {
  return kept().find(([name]) => name === `${table}#${round}`)?.[1] ?? {};
}
