import { expect, it } from 'vitest';
import type { ExerciseVerdict, Lesson, QuestionVerdict } from '../lib/wire';
import { readDraft } from './draft';
import { endWords, verdictWords } from './lesson.svelte';

const said = (right: boolean): QuestionVerdict => ({
  id: 'a',
  asks: "What becomes of seat 5's Ante? Write it.",
  given: 'wins',
  right,
  answer: 'goes back',
  why: '',
  sources: [],
});
const verdict = (...rights: boolean[]): ExerciseVerdict => ({
  number: 1,
  kind: 'outcomes',
  right: rights.every(Boolean),
  ms: 1,
  answers: {},
  questions: rights.map(said),
  mistake: '',
});

it('a correction says what would have been right', () => {
  expect(verdictWords(verdict(true, true))).toBe('Right.');
  expect(verdictWords(verdict(false))).toBe("Not right. What becomes of seat 5's Ante? goes back.");
  expect(verdictWords(verdict(true, false))).toContain('1 of 2 answers.');
});

it('the end says how it went', () => {
  const lesson = { exam: true, passed: true, score: { right: 9, of: 10 } } as Lesson;
  expect(endWords(lesson)).toBe('The examination is over: passed, 9 of 10 right.');
  expect(endWords({ ...lesson, exam: false })).toBe('The lesson is over: 9 of 10 right.');
});

it('what was written is kept for its own exercise only', () => {
  const kept = JSON.stringify({ lesson: 'x', number: 3, answers: { a: '5', b: 7 } });
  expect(readDraft(kept, 'x', 3)).toEqual({ a: '5' });
  expect(readDraft(kept, 'x', 4)).toEqual({});
  expect(readDraft(kept, 'y', 3)).toEqual({});
  expect(readDraft('{', 'x', 3)).toEqual({});
  expect(readDraft(null, 'x', 3)).toEqual({});
});
