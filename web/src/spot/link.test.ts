import { describe, expect, it } from 'vitest';
import { linkOf, nextPlace, NO_SPOT, picked, readCards, readLink, spotQuestion } from './link';

const read = (query: string) => readLink(new URLSearchParams(query));

describe('cards that somebody typed', () => {
  it('may be written in several ways', () => {
    expect(readCards('Ks Qd').cards).toEqual(['Ks', 'Qd']);
    expect(readCards('ksQD').cards).toEqual(['Ks', 'Qd']);
    expect(readCards('K♠, 10♦').cards).toEqual(['Ks', 'Td']);
    expect(readCards('10h Th').cards).toEqual(['Th', 'Th']);
    expect(readCards('').cards).toEqual([]);
  });

  it('are told where one is none', () => {
    expect(readCards('Ks 1d').fault).toMatch(/“1d” is no card; write the king of spades as Ks/);
    expect(readCards('Kx').fault).toMatch(/“Kx” is no card/);
  });
});

describe('a link to a spot', () => {
  it('reads its cards, and writes the same link again', () => {
    const { spot, wrong } = read('hole=KdQh&flop=4s5h6d&turn=8c&river=9d&dead=As');

    expect(wrong).toBe('');
    expect(spot.board).toEqual(['4s', '5h', '6d', '8c', '9d']);
    expect(linkOf(spot)).toBe('/spot?hole=KdQh&flop=4s5h6d&turn=8c&river=9d&dead=As');
    expect(spotQuestion(spot)).toBe('/api/coach/spot?hole=Kd+Qh&ante=1000&board=4s+5h+6d+8c+9d&dead=As');
  });

  it('takes turn and river together, and a whole board', () => {
    expect(read('hole=KdQh&flop=4s5h6d&turn=8c9d').spot.board).toEqual(['4s', '5h', '6d', '8c', '9d']);
    expect(read('hole=KdQh&board=4s5h6d').spot.board).toEqual(['4s', '5h', '6d']);
  });

  it('keeps rule book, paytable and stakes', () => {
    const link = '/spot?hole=KdQh&rules=california&blind=B&ante=25&chips=50.5&strategy=simple';
    const { spot } = read(link.slice(link.indexOf('?') + 1));

    expect(spot).toMatchObject({ rules: 'california', blind: 'B', ante: 2500, chips: 5050, strategy: 'simple' });
    expect(linkOf(spot)).toBe(link);
    expect(linkOf(NO_SPOT)).toBe('/spot');
  });

  it.each([
    ['hole=Ks', 'Your hand has 1 card; give it two, as in Ks Qd.'],
    ['hole=KsQd&flop=4s5h', 'Flop has 2 cards; it takes three.'],
    [
      'hole=KsQd&flop=4s5h6d&turn=8c',
      'The board has 4 cards; give none before the flop, three on it, five on the river.',
    ],
    ['hole=KsQd&turn=8c', 'There is a turn or river without a flop; give the three cards of the flop too.'],
    ['hole=KsKs', 'The king of spades is in your hand twice; each card may appear once.'],
    ['hole=KsQd&dead=Ks', 'The king of spades is in your hand and seen elsewhere; each card may appear once.'],
    ['hole=KsZd', 'Hole: “Zd” is no card; write the king of spades as Ks, the ten of hearts as Th.'],
    ['hole=KsQd&hole=AsAd', 'The link has hole twice; give it once.'],
    ['hole=KsQd&flop=4s5h6d&board=4s5h6d', 'The link has a board and a flop, turn or river; give one of them.'],
    ['hole=KsQd&ante=lots', 'Ante: “lots” is no amount; write dollars, as in ante=25.'],
  ])('says in one line what is wrong with %s', (query, line) => {
    expect(read(query).wrong).toBe(line);
  });

  it('says which words it knows', () => {
    expect(read('hole=KsQd&flopp=4s').wrong).toMatch(
      /^The link has “flopp”; it may have hole, flop, .* and strategy\.$/,
    );
  });
});

describe('picking cards', () => {
  it('fills a place, and gives a card back from wherever it lies', () => {
    const one = picked(NO_SPOT, 'Ks', 'hole');
    const full = picked(one, 'Qd', 'hole');

    expect(full.hole).toEqual(['Ks', 'Qd']);
    expect(picked(full, 'As', 'hole')).toBe(full);
    expect(picked(full, 'Ks', 'dead').hole).toEqual(['Qd']);
    expect(nextPlace(one, 'hole')).toBe('hole');
    expect(nextPlace(full, 'hole')).toBe('board');
    expect(nextPlace(full, 'dead')).toBe('dead');
  });
});
