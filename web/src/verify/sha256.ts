// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) of our own: the browser's crypto is not there on a plain http address of a LAN.

import { concat } from './bytes';

const BLOCK = 64;
const PRIMES = firstPrimes(64);
// The constants are the first 32 bits of the fractional parts of roots of primes, so they need not be typed in.
const START = PRIMES.slice(0, 8).map((prime) => rootFraction(prime, 2n));
const ROUND = PRIMES.map((prime) => rootFraction(prime, 3n));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits behind the point of the `power`-th root of `n`, by exact integers. */
function rootFraction(n: number, power: bigint): number {
  const scaled = BigInt(n) << (32n * power);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const whole = new Uint8Array(size);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(size - 8, BigInt(message.length) * 8n);
  return view;
}

function compress(hash: Uint32Array, view: DataView, from: number, words: Uint32Array): void {
  const w = (i: number): number => words[i] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(from + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w(i - 15);
    const b = w(i - 2);
    const small0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const small1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = w(i - 16) + small0 + w(i - 7) + small1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + big1 + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + w(i)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] ?? 0) + word));
}

export function sha256(message: Uint8Array): Uint8Array {
  const hash = Uint32Array.from(START);
  const view = padded(message);
  const words = new Uint32Array(64);
  for (let from = 0; from < view.byteLength; from += BLOCK) compress(hash, view, from, words);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return sha256(concat(outer, sha256(concat(inner, message))));
}
