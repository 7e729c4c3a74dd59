// One lesson or examination in this browser: the exercise that is shown, what is written, and what was said to it.
import { say } from '../lib/announce.svelte';
import { ApiError, get, inWords, post } from '../lib/api';
import { counted } from '../lib/words';
import { Guard } from '../table/guard.svelte';
import type { Corrected, ExerciseVerdict, Lesson, SchoolExercise } from '../lib/wire';
import { draftOf, keepDraft, type Written } from './draft';
import { exerciseWords, faultOf } from './questions';

// Reasons after which the lesson stands elsewhere than here: the time is over, or another tab went on.
const ELSEWHERE: readonly string[] = ['time-over', 'finished', 'out-of-order', 'drawn-again'];

export class LessonState {
  lesson = $state.raw<Lesson | null>(null);
  /** the exercise that is looked at: to be answered, or answered */
  exercise = $state.raw<SchoolExercise | null>(null);
  answers = $state.raw<Written>({});
  /** what is wrong with how answers were written, by question */
  faults = $state.raw<Readonly<Record<string, string>>>({});
  verdict = $state.raw<ExerciseVerdict | null>(null);
  busy = $state(false);
  failed = $state('');
  /** said once beside the exercise: answered in another tab, time over */
  note = $state('');
  /** how far the server's clock is before ours */
  ahead = $state(0);
  readonly guard = new Guard();
  readonly id: string;
  #since = 0;

  readonly over = $derived(this.lesson !== null && this.exercise === null);

  constructor(id: string) {
    this.id = id;
  }

  get #path(): string {
    return `/api/school/lessons/${encodeURIComponent(this.id)}`;
  }

  /** Load the lesson, to go on where it stands. */
  async load(note = ''): Promise<void> {
    try {
      const lesson = await get<Lesson>(this.#path);
      this.#show(lesson, note);
    } catch (why) {
      this.failed = inWords(why);
    }
  }

  /** Look where the lesson stands once our clock says that its time is over. */
  async timeOver(): Promise<void> {
    await this.load();
    if (this.lesson?.finished) this.note = 'The time is over. What you answered before it counts.';
  }

  write(id: string, text: string): void {
    if (this.verdict || this.busy || !this.exercise) return;
    this.answers = { ...this.answers, [id]: text };
    if (this.faults[id]) this.faults = Object.fromEntries(Object.entries(this.faults).filter(([key]) => key !== id));
    keepDraft(this.id, this.exercise.number, this.answers);
  }

  /** Send what is written; returns the question whose format is wrong, if one is. */
  async send(): Promise<string> {
    const exercise = this.exercise;
    if (!exercise || this.verdict || this.busy) return '';
    this.busy = true;
    this.failed = '';
    const ms = Math.round(performance.now() - this.#since);
    const written = Object.entries(this.answers).filter(([, text]) => text.trim() !== '');
    try {
      const answer = { number: exercise.number, answers: Object.fromEntries(written), ms };
      this.#hear(await post<Corrected>(`${this.#path}/answers`, answer));
    } catch (why) {
      return await this.#refused(exercise, why);
    } finally {
      this.busy = false;
    }
    return '';
  }

  /** Go on to the next exercise after a correction. */
  next(): void {
    if (this.verdict && this.lesson) this.#show(this.lesson);
  }

  /** End the lesson now; what is not answered counts as not right. */
  async finish(): Promise<void> {
    try {
      this.#show(await post<Lesson>(`${this.#path}/finish`));
    } catch (why) {
      this.failed = inWords(why);
    }
  }

  #hear(found: Corrected): void {
    this.note = found.first ? '' : 'You had answered this exercise before, in another tab. That answer stands.';
    this.ahead = found.lesson.now - Date.now();
    if (!found.verdict) {
      this.#show(found.lesson, this.note);
      return;
    }
    this.lesson = found.lesson;
    this.verdict = found.verdict;
    this.answers = found.verdict.answers;
    this.guard.close();
    say(`${this.note} ${verdictWords(found.verdict)}`.trim());
  }

  /** Say what was refused; nothing that was written is lost. */
  async #refused(exercise: SchoolExercise, why: unknown): Promise<string> {
    const reason = why instanceof ApiError ? why.reason : '';
    if (ELSEWHERE.includes(reason)) {
      await this.load(inWords(why));
      return '';
    }
    if (why instanceof ApiError && reason === 'not-readable') {
      this.faults = faultOf(exercise.questions, why.detail);
      const [id] = Object.keys(this.faults);
      if (id) {
        say(this.faults[id] ?? '');
        return id;
      }
    }
    this.failed = inWords(why);
    return '';
  }

  #show(lesson: Lesson, note = ''): void {
    this.lesson = lesson;
    this.ahead = lesson.now - Date.now();
    this.exercise = lesson.exercise;
    this.verdict = null;
    this.faults = {};
    this.failed = '';
    this.note = note;
    this.answers = lesson.exercise ? draftOf(this.id, lesson.exercise.number) : {};
    this.#since = performance.now();
    this.guard.close();
    say(`${note} ${lesson.exercise ? exerciseWords(lesson.exercise) : endWords(lesson)}`.trim());
  }
}

/** A correction for the ear: what was wrong, and what would have been right. */
export function verdictWords(verdict: ExerciseVerdict): string {
  if (verdict.right) return 'Right.';
  const wrong = verdict.questions.filter((one) => !one.right);
  const many =
    verdict.questions.length > 1 ? ` ${wrong.length} of ${counted(verdict.questions.length, 'answer')}.` : '';
  return `Not right.${many} ${wrong.map((one) => `${one.asks.split('?')[0] ?? ''}? ${one.answer}.`).join(' ')}`;
}

/** How a lesson ended, for the ear. */
export function endWords(lesson: Lesson): string {
  const score = `${lesson.score.right} of ${lesson.score.of} right.`;
  if (!lesson.exam) return `The lesson is over: ${score}`;
  return `The examination is over: ${lesson.passed ? 'passed' : 'not passed'}, ${score}`;
}
