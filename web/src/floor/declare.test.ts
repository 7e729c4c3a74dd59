import { describe, expect, it } from 'vitest';
import type { IrregularityKind, Remedy } from '../lib/wire';
import { blank, declarationOf, missing, optionWords } from './declare';
import { anyMoves, movesOf, othersOf } from './remedy';
import { REMEDY } from './samples';

const COUNT: IrregularityKind = {
  kind: 'wrong-card-count',
  title: 'A hand has the wrong number of cards',
  fields: [
    { name: 'where', label: 'Where', kind: 'choice', options: ['seat', 'dealer'], needed: true },
    { name: 'seat', label: 'Seat', kind: 'choice', options: ['1', '4'], needed: false },
    { name: 'count', label: 'Cards counted', kind: 'number', options: [], needed: true },
    { name: 'misdealt', label: 'Misdealt', kind: 'flag', options: [], needed: false },
  ],
};

describe('a declaration', () => {
  it('begins with the first option of what is needed', () => {
    expect(blank(COUNT)).toEqual({ where: 'seat', seat: '', count: '', misdealt: '' });
  });
  it('says what is still missing', () => {
    expect(missing(COUNT, blank(COUNT))?.name).toBe('seat');
    expect(missing(COUNT, { ...blank(COUNT), seat: '4' })?.name).toBe('count');
    expect(missing(COUNT, { ...blank(COUNT), where: 'dealer', count: '3' })).toBeNull();
  });
  it('carries only what was answered, in the types of the wire', () => {
    const answers = { where: 'seat', seat: '4', count: '3', misdealt: 'yes' };
    expect(declarationOf(COUNT, answers)).toEqual({
      kind: 'wrong-card-count',
      where: 'seat',
      seat: 4,
      count: 3,
      misdealt: true,
    });
    expect(declarationOf(COUNT, { ...blank(COUNT), where: 'dealer', seat: '4', count: '3' })).toEqual({
      kind: 'wrong-card-count',
      where: 'dealer',
      count: 3,
      misdealt: false,
    });
  });
  it('tells options in words', () => {
    expect(optionWords(COUNT.fields[1]!, '4')).toBe('Seat 4');
    expect(optionWords(COUNT.fields[0]!, 'in_play')).toBe('In play');
  });
});

describe('the chips that move', () => {
  it('stand from seat 6 to seat 1, with the totals of the visual reference', () => {
    const moves = movesOf(REMEDY);
    expect(moves.wagers.map((wager) => wager.label)).toEqual(['Ante', 'Blind', 'Play', 'Trips']);
    expect(moves.rows.map((row) => row.label)).toEqual(['Seat 6, Omar', 'Seat 4, Jun', 'Seat 2, Ada', 'Seat 1, Lev']);
    expect(moves.total.chips.map((chip) => chip?.cents)).toEqual([6000, 6000, 10_000, 1000]);
    expect(moves.total.chips[3]?.live).toBe(true);
    expect(moves.total.returned).toBe(22_000);
  });
  it('are none where every wager stays live', () => {
    expect(anyMoves(REMEDY)).toBe(true);
    const goesOn: Remedy = {
      ...REMEDY,
      seats: [{ seat: 1, player: 'Lev', wagers: { ante: 1000 }, live: ['ante'], returned: 0 }],
    };
    expect(anyMoves(goesOn)).toBe(false);
  });
});

it('places that do the same are told together', () => {
  const same = (rules_title: string, clause: string) => ({
    rules_title,
    text: 'The round is void.',
    clauses: [clause],
  });
  expect(
    othersOf([
      same('California', 'A-CA-20'),
      same('Royal Caribbean', 'A-RC-16'),
      { rules_title: 'South Dakota', text: 'The round goes on.', clauses: [] },
    ]),
  ).toEqual([
    { says: 'California and Royal Caribbean: The round is void.', clauses: ['A-CA-20', 'A-RC-16'] },
    { says: 'South Dakota: The round goes on.', clauses: [] },
  ]);
  const silent = (rules_title: string) => ({ rules_title, text: '', clauses: [] });
  expect(othersOf([silent('South Dakota'), silent('Catfish Bend, Iowa'), silent('Royal Caribbean')])).toEqual([
    { says: 'Not covered by the rules of South Dakota, Catfish Bend or Royal Caribbean.', clauses: [] },
  ]);
});
