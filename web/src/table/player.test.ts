import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atDeal, atEnd, atFlop } from '../fixtures/table';
import { Player } from './player.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('pictures follow one another and end at the felt as it is', () => {
  const player = new Player();
  player.show(atFlop, { speed: 'normal', atOnce: true });
  player.show(atEnd, { speed: 'normal', atOnce: false });
  expect(player.busy).toBe(true);
  expect(player.hand?.moves.length).toBe(0);

  vi.advanceTimersByTime(1_400);
  expect(player.frame?.move).not.toBeNull();

  vi.advanceTimersByTime(20_000);
  expect(player.hand).toBe(atEnd);
  expect(player.busy).toBe(false);
});

test('who may act is asked only when the cards that it is about are shown', () => {
  const player = new Player();
  player.show(atDeal, { speed: 'normal', atOnce: true });
  player.show(atFlop, { speed: 'normal', atOnce: false, asked: true });
  expect(player.told).toBe(false);
  expect(player.hand?.seats[2]?.hand).toBe('');

  vi.advanceTimersByTime(1_000);
  expect(player.told).toBe(true);
  expect(player.hand).toBe(atFlop);
});

test('the result is told when all cards are named; the wagers run underneath', () => {
  const told = vi.fn();
  const player = new Player(() => {}, told);
  player.show(atFlop, { speed: 'normal', atOnce: true });
  told.mockClear();
  player.show(atEnd, { speed: 'normal', atOnce: false });
  expect(player.told).toBe(false);
  expect(told).not.toHaveBeenCalled();

  vi.advanceTimersByTime(1_400);
  expect([player.told, player.busy]).toEqual([true, true]);
  expect(told).toHaveBeenCalled();
  expect(player.hand?.dealer.hand).toBe(atEnd.dealer.hand);

  vi.advanceTimersByTime(1_200);
  expect(player.busy).toBe(false);
});

test('an action skips what is still to come', () => {
  const player = new Player();
  player.show(atFlop, { speed: 'normal', atOnce: true });
  player.show(atEnd, { speed: 'fast', atOnce: false });
  player.skip();
  expect(player.hand).toBe(atEnd);
  vi.advanceTimersByTime(20_000);
  expect(player.hand).toBe(atEnd);
});

test('no motion means no motion', () => {
  const player = new Player();
  player.show(atFlop, { speed: 'instant', atOnce: false });
  player.show(atEnd, { speed: 'instant', atOnce: false });
  expect(player.hand).toBe(atEnd);
});

test('the same felt again does not cut what is being shown', () => {
  const player = new Player();
  player.show(atFlop, { speed: 'normal', atOnce: true });
  player.show(atEnd, { speed: 'normal', atOnce: false });
  const again = { ...atEnd, shuffle: { ...atEnd.shuffle, secret: 'cd' } };
  player.show(again, { speed: 'normal', atOnce: false });
  expect(player.busy).toBe(true);
  vi.advanceTimersByTime(20_000);
  expect(player.hand).toBe(again);
});
