// Starting a drill: what is asked of the server, and kept for the next time in this browser.
import { post } from '../lib/api';
import type { Drill, DrillKind, StartDrill } from '../lib/wire';
import { CHOSEN, CLOSENESS, COUNTS, DEAD_COUNTS } from './kinds';

/** Start a drill; its page asks on while the spots are being drawn. */
export const startDrill = (ask: StartDrill): Promise<Drill> => post<Drill>('/api/train/drills', ask);

/** The same drill with other spots. */
export function likeIt(drill: Drill): StartDrill {
  const { kind, count, dead_count, rules, blind, strategy } = drill;
  return { kind, count, closeness: decimalOf(drill.closeness), dead_count, rules, blind, strategy };
}

/** A part of an Ante as the server reads it: "1/20" is "0.05". */
export function decimalOf(fraction: string): string {
  const [above, below = '1'] = fraction.split('/');
  return above ? String(Number((Number(above) / Number(below)).toFixed(6))) : '';
}

export interface Wanted {
  readonly kind: DrillKind;
  readonly count: number;
  readonly closeness: string;
  readonly dead_count: number;
  readonly rules: string;
  readonly blind: string;
  readonly strategy: string;
}

export const USUAL: Wanted = {
  kind: 'mixed',
  count: 10,
  closeness: '',
  dead_count: 0,
  rules: 'maryland',
  blind: '',
  strategy: 'optimal',
};
const KEY = 'pitboss.train';

/** What was chosen the last time in this browser; whatever is not one of ours is left out. */
export function readWanted(text: string | null): Wanted {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return USUAL;
  }
  if (typeof found !== 'object' || found === null) return USUAL;
  const have = found as Record<string, unknown>;
  const word = (key: keyof Wanted & string, other: string): string => {
    const value = have[key];
    return typeof value === 'string' && value.length <= 40 ? value : other;
  };
  return {
    kind: CHOSEN.find((one) => one.kind === have['kind'])?.kind ?? USUAL.kind,
    count: COUNTS.find((one) => one === have['count']) ?? USUAL.count,
    closeness: CLOSENESS.find(([value]) => value === have['closeness'])?.[0] ?? USUAL.closeness,
    dead_count: DEAD_COUNTS.find((one) => one === have['dead_count']) ?? USUAL.dead_count,
    rules: word('rules', USUAL.rules),
    blind: word('blind', USUAL.blind),
    strategy: word('strategy', USUAL.strategy),
  };
}

/** What is asked of the server: a kind of drill is not asked for what it does not have. */
export function askFor(wanted: Wanted): Wanted {
  if (wanted.kind === 'grid') return { ...wanted, closeness: '', dead_count: 0 };
  return wanted.kind === 'outs' ? { ...wanted, closeness: '' } : wanted;
}

export function lastWanted(): Wanted {
  try {
    return readWanted(localStorage.getItem(KEY));
  } catch {
    return USUAL;
  }
}

export function keepWanted(wanted: Wanted): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wanted));
  } catch {
    // A browser that keeps nothing asks again the next time.
  }
}
