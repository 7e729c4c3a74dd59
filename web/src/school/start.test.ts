import { expect, it } from 'vitest';
import { examAsk, fitting, lessonAsk, planFault, readPlan, USUAL } from './start';

it('a submission takes the place of the rule book', () => {
  const ask = lessonAsk({ ...USUAL, submission: 'rules = "maryland"', weights: { hands: 1 } });
  expect([ask.rules, ask.submission, ask.kinds]).toEqual(['', 'rules = "maryland"', ['hands']]);
  expect(lessonAsk({ ...USUAL, submission: '  ' }).rules).toBe('maryland');
  expect(examAsk(USUAL, 'Ada')).toMatchObject({ candidate: 'Ada', weights: {}, minutes: 30 });
});

it('kinds that the rules do not have are left out', () => {
  expect(fitting({ envy: 1, hands: 1, fold: 0 }, ['hands', 'fold'])).toEqual({ hands: 1 });
  expect(fitting({ hands: 1, fold: 1 }, ['hands', 'fold'])).toEqual({});
  expect(fitting({ hands: 2, fold: 1 }, ['hands', 'fold'])).toEqual({ hands: 2, fold: 1 });
});

it('reads only what it knows of the last time', () => {
  expect(readPlan('{"rules":"california","level":"hard","count":20}')).toMatchObject({
    rules: 'california',
    level: 'hard',
    count: 20,
  });
  expect(readPlan('{"rules":7,"level":"x","count":3}')).toEqual(USUAL);
  expect(readPlan('{')).toEqual(USUAL);
  expect(readPlan(null)).toEqual(USUAL);
});

it('a plan needs rules and at least one kind', () => {
  expect(planFault({}, [])).toContain('submission');
  expect(planFault({ hands: 0 }, ['hands'])).toBe('Choose at least one kind.');
  expect(planFault({ envy: 1 }, ['hands'])).toBe('Choose at least one kind.');
  expect(planFault({}, ['hands'])).toBe('');
  expect(planFault({ hands: 2 }, ['hands', 'fold'])).toBe('');
});
