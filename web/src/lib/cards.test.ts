import { expect, test } from 'vitest';
import { cardName, cardSign, cardsWords, pieces } from './cards';

test('cards are named as people name them', () => {
  expect(cardName('Ks')).toBe('King of spades');
  expect(cardName('5d')).toBe('5 of diamonds');
  expect(cardName('Th')).toBe('10 of hearts');
  expect(cardSign('Tc')).toBe('10\u2663');
});

test('cards in a sentence are words', () => {
  expect(cardsWords(['5h', 'Jc', '8s'])).toBe('five of hearts, jack of clubs, eight of spades');
});

test('a line is cut into words and cards, and words that look like cards are left alone', () => {
  expect(pieces('Flop 5h Jc, then As')).toEqual([
    { text: 'Flop ' },
    { card: '5h' },
    { text: ' ' },
    { card: 'Jc' },
    { text: ', then ' },
    { card: 'As' },
  ]);
  expect(pieces('Asking 25s of MD-11.C.2')).toEqual([{ text: 'Asking 25s of MD-11.C.2' }]);
});

test('cards written with their signs are cards too', () => {
  expect(pieces('Dealer 10\u2666 9\u2660, not qualified')).toEqual([
    { text: 'Dealer ' },
    { card: 'Td' },
    { text: ' ' },
    { card: '9s' },
    { text: ', not qualified' },
  ]);
});
