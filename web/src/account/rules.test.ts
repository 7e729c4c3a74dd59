import { expect, it } from 'vitest';
import { moment, nameFault, passwordFault, roleWords } from './rules';

it.each([
  ['A', /at least 2/],
  ['  A ', /at least 2/],
  ['x'.repeat(25), /at most 24/],
  ['Amber Fox 27', /^$/],
  ['é'.repeat(24), /^$/],
])('checks the name %s', (name, words) => {
  expect(nameFault(name)).toMatch(words);
});

it.each([
  ['short', 'short', /at least 10/],
  ['long enough!', 'long enough?', /not the same/],
  ['x'.repeat(201), 'x'.repeat(201), /at most 200/],
  ['long enough!', 'long enough!', /^$/],
])('checks the password %s', (password, again, words) => {
  expect(passwordFault(password, again)).toMatch(words);
});

it('says roles and moments in words', () => {
  expect(roleWords('floor')).toContain('runs the tables');
  expect(roleWords('other')).toBe('other');
  expect(moment(null)).toBe('never');
  expect(moment(1_700_000_000_000)).toContain('2023');
});
