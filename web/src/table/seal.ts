// The seal of a shuffle in short, and whether one's own cut is in it.
import type { Shuffle } from '../lib/wire';
import type { TableState } from './state.svelte';

export interface SealParts {
  readonly title: string;
  readonly text: string;
  readonly whole: string;
  readonly shown: boolean;
}

/** "9f3c 27d1 … a41e" of the seal, or of the secret once it is shown. */
export function sealParts(shuffle: Shuffle): SealParts {
  const shown = shuffle.secret !== '';
  const whole = shown ? shuffle.secret : shuffle.commitment;
  const text = whole.length > 12 ? `${whole.slice(0, 4)} ${whole.slice(4, 8)} … ${whole.slice(-4)}` : whole;
  return { title: shown ? 'Secret shown' : 'Shuffle sealed', text, whole, shown };
}

/** Short form inside a line: "9f3c…a41e". */
export const sealShort = (hex: string): string => (hex.length > 8 ? `${hex.slice(0, 4)}…${hex.slice(-4)}` : hex);

/** Whether your cut may be added now, is in, or neither. */
export function cutWords(table: TableState): 'open' | 'in' | 'none' {
  const { view } = table;
  const mine = view?.hand.seats.find((seat) => seat.seat === view.you.seat);
  if (!view || !mine || !view.you.seat || !table.felt?.provable) return 'none';
  if (mine.seeded) return 'in';
  return view.hand.phase === 'bets' && view.offers.length > 0 ? 'open' : 'none';
}

/** 32 bytes of this browser's own chance, in hexadecimal. */
export function ownSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
