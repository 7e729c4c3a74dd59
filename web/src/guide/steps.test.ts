import { describe, expect, it } from 'vitest';
import type { Choice } from '../lib/wire';
import { beside, circlesOf, stepAt, under, wordsOf, type Scene } from './steps';

const scene = (more: Partial<Scene>): Scene => ({
  mode: 'bet',
  street: 'deal',
  spots: ['ante', 'blind', 'play', 'trips'],
  choices: [],
  circle: 0,
  over: false,
  ...more,
});
const choice = (word: Choice['word'], times = 0): Choice => ({ word, times, chips: 0, tip: 0 }) as Choice;

describe('the guided hand', () => {
  it('explains each circle, then each street, then how it is paid', () => {
    expect([0, 1, 2, 3, 9].map((circle) => stepAt(scene({ circle })))).toEqual([
      'ante',
      'blind',
      'play',
      'sides',
      'sides',
    ]);
    expect((['deal', 'flop', 'river'] as const).map((street) => stepAt(scene({ mode: 'decide', street })))).toEqual([
      'deal',
      'flop',
      'river',
    ]);
    expect(stepAt(scene({ mode: 'review', over: true }))).toBe('paid');
    expect([stepAt(scene({ mode: 'watch' })), stepAt(scene({ mode: 'wait' }))]).toEqual(['sit', null]);
  });

  it('has no step for side bets where there are none', () => {
    expect(circlesOf(['ante', 'blind', 'play'])).toEqual(['ante', 'blind', 'play']);
  });

  it('names the raises that are offered, and no others', () => {
    const text = wordsOf('deal', [choice('check'), choice('play', 4), choice('play', 3)]).text;
    expect(text).toContain('Now bet 4× or 3× the Ante on Play, or check, which costs nothing, and see more.');
    expect(wordsOf('river', [choice('fold')]).text).toContain('Now fold and give up Ante and Blind.');
  });

  it('stands beside what it talks about, whole on the screen', () => {
    const [card, screen] = [
      { width: 300, height: 140 },
      { width: 1280, height: 800 },
    ];
    expect(beside({ x: 600, y: 500, width: 50, height: 50 }, card, screen)).toEqual({ x: 475, y: 348 });
    expect(beside({ x: 0, y: 700, width: 40, height: 90 }, card, screen)).toEqual({ x: 12, y: 548 });
    expect(beside({ x: 950, y: 60, width: 320, height: 400 }, card, screen)).toEqual({ x: 638, y: 190 });
    expect(under({ x: 950, y: 60, width: 320, height: 400 }, card, screen)).toEqual({ x: 960, y: 472 });
    expect(under({ x: 950, y: 60, width: 320, height: 700 }, card, screen)).toEqual({ x: 638, y: 340 });
    expect(beside({ x: 0, y: 60, width: 390, height: 100 }, card, { width: 390, height: 844 })).toEqual({
      x: 45,
      y: 172,
    });
  });
});
