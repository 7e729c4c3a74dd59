import { describe, expect, it } from 'vitest';
import vectors from '../../../tests/cards/shuffle_vectors.json';
import { fromHex, toHex } from './bytes';
import { commitment, fault, newDeck, shuffle, stream, type Chance } from './shuffle';

function chanceOf(vector: (typeof vectors.vectors)[number]): Chance {
  const seeds = Object.entries(vector.seeds as Record<string, string>);
  return {
    secret: fromHex(vector.secret) ?? new Uint8Array(),
    table: vector.table,
    round: BigInt(vector.round),
    seeds: new Map(seeds.map(([seat, seed]) => [Number(seat), fromHex(seed) ?? new Uint8Array()])),
  };
}

describe('the published vectors', () => {
  it('are all there', () => {
    expect(vectors.vectors.length).toBe(19);
  });

  it.each(vectors.vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const chance = chanceOf(vector);

    const bytes = stream(chance);
    const first = Uint8Array.from({ length: 96 }, () => bytes.next().value);
    const { deck, bytesRead, bytesRejected } = shuffle(chance);

    expect(fault(chance)).toBe('');
    expect(toHex(commitment(chance))).toBe(vector.commitment);
    expect(toHex(first)).toBe(vector.stream);
    expect(deck.join(' ')).toBe(vector.deck);
    expect([bytesRead, bytesRejected]).toEqual([vector.bytes_read, vector.bytes_rejected]);
  });
});

describe('the deck', () => {
  it('begins in the order of the specification', () => {
    expect(newDeck().slice(0, 5)).toEqual(['2c', '2d', '2h', '2s', '3c']);
    expect(newDeck().at(-1)).toBe('As');
  });

  it('holds every card once, however it is shuffled', () => {
    for (let round = 0n; round < 50n; round++) {
      const { deck } = shuffle({ secret: new Uint8Array(32), table: 't', round, seeds: new Map() });
      expect([...deck].sort()).toEqual([...newDeck()].sort());
    }
  });
});

describe('bounds', () => {
  const good: Chance = { secret: new Uint8Array(32), table: 't', round: 1n, seeds: new Map() };

  it.each([
    ['a short secret', { secret: new Uint8Array(31) }, 'the secret has 31 bytes'],
    ['no table', { table: '' }, 'name has 0 bytes'],
    ['a table of 256 bytes', { table: 'é'.repeat(128) }, 'name has 256 bytes'],
    ['a round of 65 bits', { round: 1n << 64n }, 'out of bounds'],
    ['seat 0', { seeds: new Map([[0, new Uint8Array(1)]]) }, 'no seat 0'],
    ['an empty seed', { seeds: new Map([[1, new Uint8Array(0)]]) }, 'seat 1 has 0 bytes'],
    ['a seed of 65 bytes', { seeds: new Map([[1, new Uint8Array(65)]]) }, 'seat 1 has 65 bytes'],
  ])('refuses %s', (_, change, words) => {
    expect(fault({ ...good, ...change })).toContain(words);
  });
});
