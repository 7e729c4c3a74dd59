// The school in words: by which rules, how hard, how it went.
import { counted } from '../lib/words';
import type { LessonAsked, SchoolLevel } from '../lib/wire';

const LEVELS: Readonly<Record<SchoolLevel, string>> = { easy: 'Easy', medium: 'Medium', hard: 'Hard' };
export const levelWord = (level: SchoolLevel): string => LEVELS[level];

/** "Maryland, edition 1", "Harbor Hall by Maryland, edition 1". */
export function rulesWords(asked: Pick<LessonAsked, 'title' | 'edition' | 'operator' | 'sha256'>): string {
  const book = `${asked.title}, edition ${asked.edition}`;
  if (!asked.sha256) return book;
  return `${asked.operator || 'own submission'} by ${book}`;
}

/** "10 exercises, medium", "20 exercises, medium, 30 minutes, 80 % to pass". */
export function planWords(asked: LessonAsked): string {
  const plan = `${counted(asked.count, 'exercise')}, ${levelWord(asked.level).toLowerCase()}`;
  return asked.exam ? `${plan}, ${counted(asked.minutes, 'minute')}, ${asked.pass_percent} % to pass` : plan;
}

/** "85 %"; a dash where nothing was asked; never 100 where one was wrong. */
export function percent(right: number, of: number): string {
  if (of === 0) return '–';
  const found = Math.round((100 * right) / of);
  return `${right < of ? Math.min(99, found) : found} %`;
}

/** Whether an assignment can be begun, goes on, or is done. */
export function dueState(one: {
  readonly over: boolean;
  readonly mine: { readonly finished: boolean } | null;
}): 'done' | 'begun' | 'over' | 'open' {
  if (one.mine?.finished) return 'done';
  if (one.over) return 'over';
  return one.mine ? 'begun' : 'open';
}
