// The shuffle written a third time, from docs/internals/shuffle.md alone, for another machine:
// reads rounds as JSON on standard input and writes their commitments and decks.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const u64 = (number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
};
const u32 = (number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

function* bytesOf(secret, message) {
  for (let block = 0; ; block += 1) {
    yield* createHmac('sha256', secret).update(message).update(u32(block)).digest();
  }
}

function dealt({ secret, table, round, seeds }) {
  const key = Buffer.from(secret, 'hex');
  const id = Buffer.from(table, 'utf8');
  const name = Buffer.concat([Buffer.from('pitboss-shuffle/1', 'ascii'), Buffer.of(id.length), id, u64(round)]);
  const seats = Object.keys(seeds).map(Number).sort((a, b) => a - b);
  const given = seats.map((seat) => {
    const seed = Buffer.from(seeds[seat], 'hex');
    return Buffer.concat([Buffer.of(seat, seed.length), seed]);
  });
  const stream = bytesOf(key, Buffer.concat([name, Buffer.of(seats.length), ...given]));
  const deck = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
  for (let i = 51; i >= 1; i -= 1) {
    const share = Math.floor(256 / (i + 1));
    let j = i + 1;
    while (j > i) j = Math.floor(stream.next().value / share);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  const commitment = createHash('sha256').update(name).update(key).digest('hex');
  return { commitment, deck: deck.join(' ') };
}

const rounds = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(rounds.map(dealt)));
