import { expect, it } from 'vitest';
import type { Difference } from '../lib/wire';
import { anchor, byGroup, differs } from './groups';

function line(group: string, left: string, right: string): Difference {
  return { key: `${group}.${left}`, label: left, group, left, right, left_clauses: [], right_clauses: [] };
}

const LINES = [line('Money', '1', '2'), line('Dealing', 'a', 'a'), line('Money', '3', '3')];

it('puts lines under their headings in the order in which these come', () => {
  expect(byGroup(LINES, false).map(({ title, lines }) => [title, lines.length])).toEqual([
    ['Money', 2],
    ['Dealing', 1],
  ]);
});

it('leaves out what is the same, and headings that are empty then', () => {
  expect(byGroup(LINES, true).map(({ title, lines }) => [title, lines.length])).toEqual([['Money', 1]]);
  expect(differs(LINES[1]!)).toBe(false);
});

it('makes ids of headings', () => {
  expect(anchor('Who banks, and how?')).toBe('who-banks-and-how');
});
