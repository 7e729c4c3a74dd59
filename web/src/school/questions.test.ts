import { describe, expect, it } from 'vitest';
import type { SchoolQuestion } from '../lib/wire';
import { aboutOf, actWords, faultOf, groupsOf, newHints, nextOpen, seatWords, splitAsk } from './questions';

const asked = (id: string, asks = 'What now?'): SchoolQuestion => ({ id, asks, form: 'money', choices: [] });

describe('what a question is about', () => {
  it('is a seat and a wager where its id names them', () => {
    expect(aboutOf('5.six_card.outcome')).toEqual({ seat: 5, wager: 'six_card' });
    expect(aboutOf('3.play.tip.box')).toEqual({ seat: 3, wager: 'play' });
    expect(aboutOf('seat-4.best')).toEqual({ seat: 4, wager: '' });
    expect(aboutOf('fee.3')).toEqual({ seat: 3, wager: '' });
    expect(aboutOf('2.limit')).toEqual({ seat: 2, wager: '' });
  });
  it('is nothing where it names none', () => {
    for (const id of ['order', 'fee.bank', 'the-dealer.best', 'bank.left', '']) {
      expect(aboutOf(id)).toEqual({ seat: 0, wager: '' });
    }
  });
});

describe('questions', () => {
  it('stand together by seat', () => {
    const found = groupsOf(['5.ante.amount', '5.blind.amount', '1.ante.amount', 'bank.left'].map((id) => asked(id)));
    expect(found.map((one) => [one.seat, one.questions.length])).toEqual([
      [5, 2],
      [1, 1],
      [0, 1],
    ]);
  });
  it('say once how to write', () => {
    const all = ['a', 'b', 'c'].map((id) => asked(id, id === 'c' ? 'Yes?' : 'How much? Write −5 for a loss.'));
    expect(newHints(all)).toEqual({ a: 'Write −5 for a loss.', b: '', c: '' });
    expect(splitAsk('No question')).toEqual({ question: 'No question', hint: '' });
  });
  it('go on to the next open one, then to those left out', () => {
    const all = ['a', 'b', 'c'].map((id) => asked(id));
    expect(nextOpen(all, {}, 'a')).toBe('b');
    expect(nextOpen(all, { b: '1', c: '2' }, 'b')).toBe('a');
    expect(nextOpen(all, { a: '0', b: '1', c: '2' }, 'c')).toBe('');
    expect(nextOpen(all, { a: ' ' }, '')).toBe('a');
  });
  it('take what the server says to their format', () => {
    const all = [asked('a', 'How much? Write it.'), asked('b', 'Which?')];
    expect(faultOf(all, "How much? Write it. 'x' is no amount; write 5")).toEqual({
      a: "'x' is no amount; write 5.",
    });
    expect(faultOf(all, 'something else')).toEqual({});
  });
});

it('a seat is read out with its bets and what was done', () => {
  const seat = { seat: 2, cards: [], wagers: { ante: 500, six_card: 100 }, tips: {}, acts: [], folded: true };
  expect(seatWords(seat)).toBe('Seat 2: Ante $5 and Six Card $1, folded');
  expect(seatWords({ ...seat, wagers: {}, folded: false })).toBe('Seat 2: no bets');
  expect(actWords(['check', 'check', 'play 1x'])).toBe('check, check, 1×');
});
