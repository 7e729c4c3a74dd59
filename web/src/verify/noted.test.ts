import { beforeEach, expect, it, vi } from 'vitest';
import { notedSeal, noteSeal } from './noted';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

it('keeps the first seal that was seen of a round', () => {
  noteSeal('maryland-1', 7, 'aa');
  noteSeal('maryland-1', 7, 'bb');

  expect(notedSeal('maryland-1', 7)).toBe('aa');
  expect(notedSeal('maryland-1', 8)).toBeUndefined();
});

it('notes nothing while there is no seal', () => {
  noteSeal('maryland-1', 7, '');

  expect(notedSeal('maryland-1', 7)).toBeUndefined();
});

it('forgets the oldest beyond its bound', () => {
  for (let round = 1; round <= 201; round++) noteSeal('t', round, 'aa');

  expect(notedSeal('t', 1)).toBeUndefined();
  expect(notedSeal('t', 2)).toBe('aa');
});

it.each([['not JSON'], ['{}'], ['null'], ['["maryland-1#7"]']])('reads %s as nothing', (text) => {
  kept.set('pitboss.seals', text);

  expect(notedSeal('maryland-1', 7)).toBeUndefined();
});

it('goes on where the browser keeps nothing', () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => { throw new Error('full'); } });

  noteSeal('maryland-1', 7, 'aa');

  expect(notedSeal('maryland-1', 7)).toBeUndefined();
});
