// Starting a lesson or an examination: what is asked of the server, and kept for the next time in this browser.
import { post } from '../lib/api';
import type { Lesson, SchoolCatalogue, SchoolLevel, StartExam, StartLesson } from '../lib/wire';

export const startLesson = (ask: StartLesson): Promise<Lesson> => post<Lesson>('/api/school/lessons', ask);
export const startExam = (ask: StartExam): Promise<Lesson> => post<Lesson>('/api/school/examinations', ask);

export const lessonPath = (id: string): string => `/school/${encodeURIComponent(id)}`;
export const resultPath = (token: string): string => `/school/result/${encodeURIComponent(token)}`;
export const certificatePath = (token: string): string =>
  `/api/school/results/${encodeURIComponent(token)}/certificate`;
export const classPath = (id: string): string => `/school/class/${encodeURIComponent(id)}`;

/** By which rules: a rule book, or the house's own submission in its place. */
export interface Subject {
  readonly rules: string;
  /** the file as text; empty: the rule book */
  readonly submission: string;
}

/** What is wanted of a lesson or an examination. */
export interface Plan extends Subject {
  readonly exam: boolean;
  /** kinds and how often each comes, against the others; empty: the usual ones */
  readonly weights: Readonly<Record<string, number>>;
  readonly level: SchoolLevel;
  readonly count: number;
  readonly minutes: number;
  readonly pass_percent: number;
}

export const USUAL: Plan = {
  rules: 'maryland',
  submission: '',
  exam: false,
  weights: {},
  level: 'medium',
  count: 10,
  minutes: 30,
  pass_percent: 80,
};
export const COUNTS: readonly number[] = [5, 10, 20, 40];

/** The rules as they go to the server: one of the two. */
export const subjectOf = ({ rules, submission }: Subject): Subject =>
  submission.trim() ? { rules: '', submission } : { rules, submission: '' };

export const lessonAsk = (plan: Plan): StartLesson => ({
  ...subjectOf(plan),
  kinds: Object.keys(plan.weights),
  level: plan.level,
  count: plan.count,
});

export const examAsk = (plan: Plan, candidate: string): StartExam => ({
  ...subjectOf(plan),
  weights: plan.weights,
  level: plan.level,
  count: plan.count,
  minutes: plan.minutes,
  pass_percent: plan.pass_percent,
  candidate,
});

/** An examination as it is usually set. */
export const usualExam = (catalogue: SchoolCatalogue, plan: Plan): Plan => ({
  ...plan,
  exam: true,
  weights: {},
  count: catalogue.count,
  minutes: catalogue.minutes,
  pass_percent: catalogue.pass_percent,
});

/** What keeps a plan from being asked for; empty: nothing. */
export function planFault(weights: Readonly<Record<string, number>>, offered: readonly string[]): string {
  if (offered.length === 0) return 'Choose a rule book, or paste a submission that can be used.';
  const none = Object.keys(weights).length > 0 && offered.every((kind) => (weights[kind] ?? 0) === 0);
  return none ? 'Choose at least one kind.' : '';
}

/** Only the kinds that these rules give occasion for; all of them is as good as none named. */
export function fitting(
  weights: Readonly<Record<string, number>>,
  offered: readonly string[],
): Readonly<Record<string, number>> {
  const kept = Object.entries(weights).filter(([kind, weight]) => weight > 0 && offered.includes(kind));
  const plain = kept.length === offered.length && kept.every(([, weight]) => weight === 1);
  return plain ? {} : Object.fromEntries(kept);
}

const KEY = 'pitboss.school';
/** What was chosen the last time; whatever is not one of ours is left out. */
export function readPlan(text: string | null): Plan {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Record<keyof Plan, unknown>> | null;
    const levels: readonly unknown[] = ['easy', 'medium', 'hard'];
    return {
      ...USUAL,
      rules: typeof kept?.rules === 'string' && kept.rules.length <= 40 ? kept.rules : USUAL.rules,
      level: levels.includes(kept?.level) ? (kept?.level as SchoolLevel) : USUAL.level,
      count: COUNTS.find((one) => one === kept?.count) ?? USUAL.count,
    };
  } catch {
    return USUAL;
  }
}

export function lastPlan(): Plan {
  try {
    return readPlan(localStorage.getItem(KEY));
  } catch {
    return USUAL;
  }
}

export function keepPlan({ rules, level, count }: Plan): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ rules, level, count }));
  } catch {
    // A browser that keeps nothing asks again the next time.
  }
}
