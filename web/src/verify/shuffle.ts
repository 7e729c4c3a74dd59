// The provable shuffle `pitboss-shuffle/1`, written from docs/internals/shuffle.md alone; shares no code with the server.

import { concat, unsigned, utf8 } from './bytes';
import { hmacSha256, sha256 } from './sha256';

export const SPECIFICATION = 'pitboss-shuffle/1';
export const SECRET_BYTES = 32;
const TABLE_BYTES_MAX = 255;
const SEED_BYTES_MAX = 64;
const ROUND_MAX = (1n << 64n) - 1n;

/** What goes into a deck: seeds by seat number. */
export interface Chance {
  secret: Uint8Array;
  table: string;
  round: bigint;
  seeds: ReadonlyMap<number, Uint8Array>;
}

export interface Shuffled {
  deck: string[];
  bytesRead: number;
  bytesRejected: number;
}

/** Why these values may not go into a shuffle, or "" when they may. */
export function fault(chance: Chance): string {
  const table = utf8(chance.table).length;
  if (chance.secret.length !== SECRET_BYTES) return `the secret has ${chance.secret.length} bytes, not ${SECRET_BYTES}`;
  if (table < 1 || table > TABLE_BYTES_MAX) return `the table's name has ${table} bytes, not 1 to ${TABLE_BYTES_MAX}`;
  if (chance.round < 0n || chance.round > ROUND_MAX) return `the round ${chance.round} is out of bounds`;
  for (const [seat, seed] of chance.seeds) {
    if (!Number.isInteger(seat) || seat < 1 || seat > 255) return `there is no seat ${seat}`;
    if (seed.length < 1 || seed.length > SEED_BYTES_MAX)
      return `the seed of seat ${seat} has ${seed.length} bytes, not 1 to ${SEED_BYTES_MAX}`;
  }
  return '';
}

export function roundName(table: string, round: bigint): Uint8Array {
  const name = utf8(table);
  return concat(utf8(SPECIFICATION), unsigned(BigInt(name.length), 1), name, unsigned(round, 8));
}

/** The seal that is published before anybody bets. */
export function commitment(chance: Chance): Uint8Array {
  return sha256(concat(roundName(chance.table, chance.round), chance.secret));
}

function seedBytes(seeds: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const bySeat = [...seeds].sort(([one], [other]) => one - other);
  const parts = bySeat.map(([seat, seed]) => concat(Uint8Array.of(seat, seed.length), seed));
  return concat(Uint8Array.of(bySeat.length), ...parts);
}

/** The keyed stream, block after block, without an end. */
export function* stream(chance: Chance): Generator<number, never> {
  const message = concat(roundName(chance.table, chance.round), seedBytes(chance.seeds));
  for (let k = 0n; ; k++) yield* hmacSha256(chance.secret, concat(message, unsigned(k, 4)));
}

export function newDeck(): string[] {
  return Array.from({ length: 52 }, (_, i) => `${'23456789TJQKA'.charAt(i >> 2)}${'cdhs'.charAt(i & 3)}`);
}

/** The deck as secret and seeds put it, top card first. */
export function shuffle(chance: Chance): Shuffled {
  const deck = newDeck();
  const bytes = stream(chance);
  let [bytesRead, bytesRejected] = [0, 0];
  for (let i = deck.length - 1; i >= 1; i--) {
    const places = i + 1;
    const width = Math.floor(256 / places);
    let j = places;
    while (j >= places) {
      j = Math.floor(bytes.next().value / width);
      bytesRead++;
      if (j >= places) bytesRejected++;
    }
    const [one, other] = [deck[i], deck[j]];
    if (one !== undefined && other !== undefined) [deck[i], deck[j]] = [other, one];
  }
  return { deck, bytesRead, bytesRejected };
}
