// Progress over time: answers and pace day by day, as a small picture and in words.
import type { SchoolDayLine, SchoolPace } from '../lib/wire';

/** All answers of one day, over all kinds or of one. */
export interface DayPoint {
  readonly day: string;
  readonly answered: number;
  readonly right: number;
  readonly ms: number;
  /** rounds an hour while paying; null: no round was paid */
  readonly pace: number | null;
}

/** The days on which something was answered, oldest first; of one kind where it is named. */
export function dayPoints(
  days: readonly SchoolDayLine[],
  pace: readonly SchoolPace[],
  kind: string,
  most: number,
): readonly DayPoint[] {
  const found = new Map<string, DayPoint>();
  for (const { day, kind: of, answered, right, ms } of days) {
    if (kind && of !== kind) continue;
    const before = found.get(day);
    found.set(day, {
      day,
      answered: (before?.answered ?? 0) + answered,
      right: (before?.right ?? 0) + right,
      ms: (before?.ms ?? 0) + ms,
      pace: pace.find((one) => one.day === day)?.an_hour ?? null,
    });
  }
  return [...found.values()].sort((a, b) => (a.day < b.day ? -1 : 1)).slice(-most);
}

/** "18 Nov" of "2026-11-18". */
export function dayWord(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
