import { expect, it } from 'vitest';
import {
  addChip,
  flipSign,
  keyName,
  placeOfKey,
  sequencePlaces,
  toggleCard,
  toggleMark,
  writeSequence,
  writtenCards,
} from './writing';

it('keys name choices by number or letter', () => {
  expect([placeOfKey('1', 3), placeOfKey('3', 3), placeOfKey('4', 3)]).toEqual([0, 2, -1]);
  expect([placeOfKey('0', 10), placeOfKey('c', 3), placeOfKey('Q', 20)]).toEqual([9, 2, 16]);
  expect([placeOfKey('Enter', 9), placeOfKey(' ', 9), placeOfKey('-', 9)]).toEqual([-1, -1, -1]);
  expect([keyName(0, 3), keyName(9, 10)]).toEqual(['1', 'J']);
});

it('a sequence is read in every way it may be written', () => {
  expect(sequencePlaces('b a c', 3)).toEqual([1, 0, 2]);
  expect(sequencePlaces('BAC', 3)).toEqual([1, 0, 2]);
  expect(sequencePlaces('2,1,3', 3)).toEqual([1, 0, 2]);
  expect(sequencePlaces('b b z ?', 3)).toEqual([1, 1]);
  expect(writeSequence([1, 0])).toBe('b a');
});

it('chips are counted up, the largest first', () => {
  expect(addChip('', '5')).toBe('1x5');
  expect(addChip('1x5', '25')).toBe('1x25 1x5');
  expect(addChip('25, 25 2 x 5', '5')).toBe('2x25 3x5');
  expect(addChip('1x0.5', '0.50')).toBe('2x0.50');
});

it('cards are taken in and out', () => {
  expect(writtenCards('10h, kd')).toEqual(['Th', 'Kd']);
  expect(toggleCard('As Kd', '9h')).toBe('As Kd 9h');
  expect(toggleCard('As Kd 9h', 'Kd')).toBe('As 9h');
});

it('a gain becomes a loss and back', () => {
  expect([flipSign('5'), flipSign('-5'), flipSign('−5'), flipSign('+5'), flipSign('')]).toEqual([
    '-5',
    '5',
    '5',
    '-5',
    '-',
  ]);
});

it('marks of a set are written in their order', () => {
  expect(toggleMark('', 2, 3)).toBe('c');
  expect(toggleMark('c', 0, 3)).toBe('a c');
  expect(toggleMark('a c', 2, 3)).toBe('a');
  expect(toggleMark('none', 1, 3)).toBe('b');
});
