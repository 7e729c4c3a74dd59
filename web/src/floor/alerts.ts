// What an alert card shows beside the server's words: its tone, its icon and how long it has waited.
import type { Alert, AlertKind } from '../lib/wire';
import type { GlyphName } from './Glyph.svelte';

export type Tone = 'brass' | 'coach' | 'warn' | 'lose';
export type AlertAct = 'validate' | 'acknowledge' | 'look';
interface Look {
  tone: Tone;
  icon: GlyphName;
  /** What it is; the alert's own title names the table. */
  title: string;
  act: AlertAct;
  button: string;
}

const LOOKS: Record<AlertKind, Look> = {
  jackpot: { tone: 'brass', icon: 'star', title: 'Jackpot to validate', act: 'validate', button: 'Check and pay' },
  notice: { tone: 'coach', icon: 'bell', title: 'Payout notice', act: 'acknowledge', button: 'Acknowledge' },
  told: { tone: 'warn', icon: 'alert', title: 'Wager refused', act: 'look', button: 'Look at it' },
  refused: { tone: 'warn', icon: 'alert', title: 'Wager refused', act: 'acknowledge', button: 'Acknowledge' },
  'deck-change': { tone: 'warn', icon: 'clock', title: 'Deck change', act: 'look', button: 'Change deck' },
  stopped: { tone: 'lose', icon: 'stop', title: 'Table stopped', act: 'look', button: 'Look at it' },
  device: { tone: 'lose', icon: 'alert', title: 'Device down', act: 'look', button: 'Choose what to do' },
  paused: { tone: 'warn', icon: 'pause', title: 'Table paused', act: 'look', button: 'Resume' },
  checklist: { tone: 'coach', icon: 'list', title: 'Deck to verify', act: 'look', button: 'Look at it' },
};
const PLAIN: Look = { tone: 'coach', icon: 'bell', title: 'Notice', act: 'look', button: 'Look at it' };

/** Which order a "look" button opens in the panel, where one is obvious. */
export const ORDER_OF: Record<string, string> = {
  'deck-change': 'change-deck',
  paused: 'resume',
};

export function lookOf(alert: Alert): Look {
  const look = LOOKS[alert.kind] ?? PLAIN;
  // A jackpot whose seat is not told cannot be validated from the card.
  return look.act === 'validate' && alert.seat === null ? { ...look, act: 'look', button: 'Look at it' } : look;
}

/** Where it is: "Table 3, seat 2"; a text that names the seat itself is not made to stammer. */
export function whereOf(alert: Alert): string {
  const table = alert.title || alert.table;
  return alert.seat === null || /^seat \d/i.test(alert.text) ? table : `${table}, seat ${alert.seat}`;
}

/** How long an alert has waited: "now", "0:48", "2 min", "1 h 05". */
export function waited(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < 1) return 'now';
  if (seconds < 120) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

const WEIGHT = ['jackpot', 'stopped', 'device', 'deck-change', 'told', 'refused', 'notice', 'paused', 'checklist'];

/** What holds a table first, then the oldest. */
export function inOrder(alerts: readonly Alert[]): Alert[] {
  const weight = (alert: Alert): number => {
    const place = WEIGHT.indexOf(alert.kind);
    return place < 0 ? WEIGHT.length : place;
  };
  return [...alerts].sort((a, b) => weight(a) - weight(b) || a.at - b.at);
}
