import { beforeEach, expect, it, vi } from 'vitest';
import { noteClosed, noteCut, noted, noteSeal } from './noted';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('keeps the first seal that was seen of a round', () => {
  noteSeal('maryland-1', 7, 'aa');
  noteSeal('maryland-1', 7, 'bb');

  expect(noted('maryland-1', 7)).toEqual({ seal: 'aa' });
  expect(noted('maryland-1', 8)).toEqual({});
});

it('keeps the own cut and everybody’s beside the seal, the first of each', () => {
  noteSeal('maryland-1', 7, 'aa');
  noteCut('maryland-1', 7, { seat: 3, seed: 'c0' });
  noteClosed('maryland-1', 7, { 3: 'c0', 5: 'c1' });
  noteCut('maryland-1', 7, { seat: 3, seed: 'ff' });
  noteClosed('maryland-1', 7, {});

  expect(noted('maryland-1', 7)).toEqual({ seal: 'aa', cut: { seat: 3, seed: 'c0' }, closed: { 3: 'c0', 5: 'c1' } });
});

it('notes nothing while there is no seal', () => {
  noteSeal('maryland-1', 7, '');

  expect(noted('maryland-1', 7)).toEqual({});
});

it('forgets the oldest beyond its bound', () => {
  for (let round = 1; round <= 201; round++) noteSeal('t', round, 'aa');

  expect(noted('t', 1)).toEqual({});
  expect(noted('t', 2)).toEqual({ seal: 'aa' });
});

it('reads what was kept before cuts were noted', () => {
  kept.set('pitboss.seals', '[["maryland-1#7","aa"]]');

  expect(noted('maryland-1', 7)).toEqual({ seal: 'aa' });
});

it.each([['not JSON'], ['{}'], ['null'], ['["maryland-1#7"]'], ['[["maryland-1#7",null]]'], ['[["maryland-1#7"]]']])(
  'reads %s as nothing',
  (text) => {
    kept.set('pitboss.seals', text);

    expect(noted('maryland-1', 7)).toEqual({});
  },
);

it('goes on where the browser keeps nothing', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });

  noteSeal('maryland-1', 7, 'aa');

  expect(noted('maryland-1', 7)).toEqual({});
});
