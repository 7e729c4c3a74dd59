import { expect, it } from 'vitest';
import type { LessonAsked } from '../lib/wire';
import { dueState, percent, planWords, rulesWords } from './words';

const asked: LessonAsked = {
  exam: true,
  rules: 'maryland',
  edition: 1,
  title: 'Maryland',
  operator: '',
  sha256: '',
  level: 'medium',
  count: 20,
  weights: {},
  minutes: 30,
  pass_percent: 80,
};

it('says what is asked and by which rules', () => {
  expect(planWords(asked)).toBe('20 exercises, medium, 30 minutes, 80 % to pass');
  expect(planWords({ ...asked, exam: false, count: 1 })).toBe('1 exercise, medium');
  expect(rulesWords(asked)).toBe('Maryland, edition 1');
  expect(rulesWords({ ...asked, sha256: 'ab', operator: 'Harbor Hall' })).toBe('Harbor Hall by Maryland, edition 1');
});

it('never rounds up to all right', () => {
  expect([percent(199, 200), percent(200, 200), percent(0, 0), percent(1, 3)]).toEqual(['99 %', '100 %', '–', '33 %']);
});

it('knows where an assignment stands', () => {
  expect(dueState({ over: false, mine: null })).toBe('open');
  expect(dueState({ over: true, mine: null })).toBe('over');
  expect(dueState({ over: false, mine: { finished: false } })).toBe('begun');
  expect(dueState({ over: true, mine: { finished: true } })).toBe('done');
});
