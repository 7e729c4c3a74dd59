import { expect, it } from 'vitest';
import type { Outcome } from '../lib/wire';
import { atEnd, hand, move, seat } from '../fixtures/table';
import { bankLines, bankNote, brief, verdict } from './outcome';

const settled = (parts: readonly (readonly [name: string, outcome: Outcome | null, net: number])[]) =>
  hand({
    phase: 'settled',
    seats: [
      seat(3, {
        player: 'You There',
        state: 'settled',
        net: parts.reduce((sum, [, , net]) => sum + net, 0),
        parts: parts.map(([name, outcome, net]) => ({ name, outcome, net })),
      }),
    ],
  });

it('names every part of the net, tips and fees too', () => {
  const tipped = settled([
    ['play', 'win', 1500],
    ['ante', 'win', 500],
    ['blind', 'push', 0],
    ['trips', 'lose', -500],
    ['progressive', 'lose', -100],
    ['tips', null, -100],
  ]);
  expect(brief(tipped, 3).replaceAll('\u00a0', ' ')).toBe(
    'Play +$15 · Ante +$5 · Blind push · Trips −$5 · Progressive −$1 · Tips −$1',
  );

  const fee = settled([
    ['play', 'win', 500],
    ['blind', 'win', 500],
    ['ante', 'returned', 0],
    ['fee', null, -100],
  ]);
  expect(brief(fee, 3).replaceAll('\u00a0', ' ')).toBe('Play +$5 · Blind +$5 · Ante returned · Fee −$1');
  expect(brief(fee, 4)).toBe('');
});

const banked = (more: object = {}) =>
  hand({
    ...atEnd,
    bank: { seat: 3, stake: 3000, collected: 2000, paid: 1000, ran_out: false, won_full: false, ...more },
    moves: [
      move(2, 'ante', -1000, { bank: 1000 }),
      move(2, 'blind', -1000, { bank: 1000 }),
      move(4, 'play', 1000, { bank: -1000 }),
      move(4, 'blind', 0),
    ],
  });

it('gives who banked a line for each seat, from the bank’s side', () => {
  const lines = bankLines(banked(), 3).map((line) => [line.player, line.words.replaceAll('\u00a0', ' '), line.net]);

  expect(lines).toEqual([
    ['Marcus', 'Ante +$10 · Blind +$10', 2000],
    ['Seat 4', 'Play −$10 · Blind push', -1000],
  ]);
  expect(bankLines(banked(), 2)).toEqual([]);
  expect(bankLines(atEnd, 3)).toEqual([]);
});

it('says when a bank ran out, or had won all that it may', () => {
  expect(bankNote(banked({ ran_out: true }))).toMatch(/^The bank ran out: it has paid its full stake of \$30\./);
  expect(bankNote(banked({ won_full: true }))).toMatch(/^The bank has won its full stake of \$30\./);
  expect(bankNote(banked())).toBe('');
});

it('speaks of the player-dealer where a player banks', () => {
  expect(verdict(banked(), 3)).toBe('You held the bank with a pair of jacks');
  const folded = hand({
    ...banked(),
    bank: { seat: 2, stake: 1, collected: 0, paid: 0, ran_out: false, won_full: false },
    seats: [seat(3, { player: 'You There', state: 'folded' })],
  });
  expect(verdict(folded, 3)).toBe('You folded; the player-dealer had a pair of jacks');
});
