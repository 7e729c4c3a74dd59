import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atEnd, atFlop } from '../fixtures/table';
import { Player } from './player.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('pictures follow one another and end at the felt as it is', () => {
  const player = new Player();
  player.show(atFlop, 3, { speed: 'normal', atOnce: true });
  player.show(atEnd, 3, { speed: 'normal', atOnce: false });
  expect(player.busy).toBe(true);
  expect(player.hand?.moves.length).toBe(0);

  vi.advanceTimersByTime(2500);
  expect(player.frame?.move).not.toBeNull();

  vi.advanceTimersByTime(20_000);
  expect(player.hand).toBe(atEnd);
  expect(player.busy).toBe(false);
});

test('who may act sees the end at once', () => {
  const player = new Player();
  player.show(atFlop, 3, { speed: 'normal', atOnce: true });
  player.show(atEnd, 3, { speed: 'normal', atOnce: true });
  expect(player.hand).toBe(atEnd);
  expect(player.busy).toBe(false);
});

test('an action skips what is still to come', () => {
  const player = new Player();
  player.show(atFlop, 3, { speed: 'normal', atOnce: true });
  player.show(atEnd, 3, { speed: 'fast', atOnce: false });
  player.skip();
  expect(player.hand).toBe(atEnd);
  vi.advanceTimersByTime(20_000);
  expect(player.hand).toBe(atEnd);
});

test('no motion means no motion', () => {
  const player = new Player();
  player.show(atFlop, 3, { speed: 'instant', atOnce: false });
  player.show(atEnd, 3, { speed: 'instant', atOnce: false });
  expect(player.hand).toBe(atEnd);
});

test('the same felt again does not cut what is being shown', () => {
  const player = new Player();
  player.show(atFlop, 3, { speed: 'normal', atOnce: true });
  player.show(atEnd, 3, { speed: 'normal', atOnce: false });
  const again = { ...atEnd, shuffle: { ...atEnd.shuffle, secret: 'cd' } };
  player.show(again, 3, { speed: 'normal', atOnce: false });
  expect(player.busy).toBe(true);
  vi.advanceTimersByTime(20_000);
  expect(player.hand).toBe(again);
});
