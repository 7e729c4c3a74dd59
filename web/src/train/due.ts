// When a mistake comes back, and by which rules those that are due can be practised.
import type { MistakeCard } from '../lib/wire';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "due now", "in 10 minutes", "in 3 hours", "in 5 days". */
export function dueWords(due: number, now: number): string {
  const left = due - now;
  if (left <= 0) return 'due now';
  const [unit, word] =
    left < HOUR_MS
      ? ([MINUTE_MS, 'minute'] as const)
      : left < DAY_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([DAY_MS, 'day'] as const);
  const count = Math.max(1, Math.round(left / unit));
  return `in ${count} ${word}${count === 1 ? '' : 's'}`;
}

export interface DueGame {
  readonly key: string;
  readonly rules: string;
  readonly blind: string;
  readonly due: number;
}

/** The games with mistakes that are due, the most first: one drill asks under one set of rules. */
export function dueGames(cards: readonly MistakeCard[], now: number): readonly DueGame[] {
  const games = new Map<string, DueGame>();
  for (const { rules, blind, due } of cards) {
    if (due > now) continue;
    const key = `${rules} ${blind}`;
    games.set(key, { key, rules, blind, due: (games.get(key)?.due ?? 0) + 1 });
  }
  return [...games.values()].sort((a, b) => b.due - a.due);
}
