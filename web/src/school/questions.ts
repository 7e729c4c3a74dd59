// Questions of an exercise: what each is about on the felt, how it is put, and which stand together.
import { dollars } from '../lib/money';
import { counted, listed, wagerName } from '../lib/words';
import type { SchoolExercise, SchoolQuestion, SchoolSpot, Wager } from '../lib/wire';

/** The wagers that have a spot on the layout, as they lie there. */
export const SPOTS: readonly Wager[] = ['progressive', 'trips', 'six_card', 'ante', 'blind', 'play'];

/** Where on the felt a question looks; `seat` 0 and an empty `wager`: nowhere in particular. */
export interface About {
  readonly seat: number;
  readonly wager: string;
}

/** "5.ante.outcome" is about seat 5's Ante, "seat-4.best" and "fee.3" about a seat. */
export function aboutOf(id: string): About {
  const found = /^(?:seat-|fee\.)?(\d+)(?:\.(\w+))?/.exec(id);
  const wager = found?.[2] ?? '';
  return { seat: Number(found?.[1] ?? 0), wager: SPOTS.some((one) => one === wager) ? wager : '' };
}

/** The question itself, and what is said about how to write the answer. */
export function splitAsk(asks: string): { readonly question: string; readonly hint: string } {
  const end = asks.indexOf('?') + 1;
  return end === 0 ? { question: asks, hint: '' } : { question: asks.slice(0, end), hint: asks.slice(end).trim() };
}

export interface QuestionGroup {
  readonly key: string;
  /** 0: about no seat */
  readonly seat: number;
  readonly questions: readonly SchoolQuestion[];
}

/** Questions that follow each other and are about one seat stand together. */
export function groupsOf(questions: readonly SchoolQuestion[]): readonly QuestionGroup[] {
  const groups: { key: string; seat: number; questions: SchoolQuestion[] }[] = [];
  for (const question of questions) {
    const { seat } = aboutOf(question.id);
    const last = groups.at(-1);
    if (last && last.seat === seat) last.questions.push(question);
    else groups.push({ key: question.id, seat, questions: [question] });
  }
  return groups;
}

/** The hint of each question by its id, left out where the question before has the same. */
export function newHints(questions: readonly SchoolQuestion[]): Readonly<Record<string, string>> {
  let before = '';
  return Object.fromEntries(
    questions.map(({ id, asks }) => {
      const { hint } = splitAsk(asks);
      const shown = hint === before ? '' : hint;
      before = hint;
      return [id, shown];
    }),
  );
}

/** The question that comes after `id` and is open, else the first open one; empty: all are answered. */
export function nextOpen(
  questions: readonly SchoolQuestion[],
  answers: Readonly<Record<string, string>>,
  id: string,
): string {
  const open = (one: SchoolQuestion): boolean => !(answers[one.id] ?? '').trim();
  const at = questions.findIndex((one) => one.id === id);
  return (questions.slice(at + 1).find(open) ?? questions.find(open))?.id ?? '';
}

/** What the server found wrong with an answer's format, by question; empty where it is about none. */
export function faultOf(questions: readonly SchoolQuestion[], detail: string): Readonly<Record<string, string>> {
  const found = questions.find((one) => detail.startsWith(one.asks));
  return found ? { [found.id]: sentence(detail.slice(found.asks.length).trim()) } : {};
}

const sentence = (text: string): string => {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
};

/** What the player at a seat did: "check, check, 1×". */
export const actWords = (acts: readonly string[]): string =>
  acts.map((act) => act.replace(/^play (\d+)x$/, '$1×')).join(', ');

/** A seat for the ear: its bets in words. */
export function seatWords(spot: SchoolSpot): string {
  const bets = Object.entries(spot.wagers).map(([wager, cents]) => `${wagerName(wager)} ${dollars(cents)}`);
  return `Seat ${spot.seat}: ${bets.length > 0 ? listed(bets) : 'no bets'}${spot.folded ? ', folded' : ''}`;
}

/** What is announced when an exercise comes: "Exercise 3 of 10, How much. …". */
export const exerciseWords = (one: SchoolExercise): string =>
  `Exercise ${one.number} of ${one.of}, ${one.title}. ${one.lead} ${counted(one.questions.length, 'question')}.`;
