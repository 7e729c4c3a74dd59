// A proof as it comes from the server or out of a text field: read strictly, with one clear line for what is wrong.

import type { Packet, Proof } from '../lib/wire';
import { fromHex } from './bytes';

/** A proof, or the one line that says why it is none. */
export type Read = { proof: Proof; round: bigint; wrong: '' } | { proof: null; round: null; wrong: string };

const CARD = /^[2-9TJQKA][cdhs]$/;

class Wrong extends Error {}

export function isCard(value: unknown): value is string {
  return typeof value === 'string' && CARD.test(value);
}

/** Reads `text`, which may be a proof or a replay of the server that carries one. */
export function readProof(text: string): Read {
  if (text.trim() === '') return refuse('Paste a proof first.');
  let value: unknown;
  try {
    // A round may exceed what a number holds exactly: its digits are kept as text.
    value = JSON.parse(text.replace(/("round"\s*:\s*)(\d{16,20})(?=\s*[,}])/g, '$1"$2"'));
  } catch {
    return refuse('This is not JSON. Paste the whole proof, from the first { to the last }.');
  }
  return fromValue(value);
}

export function fromValue(value: unknown): Read {
  try {
    const whole = record(value, 'the proof');
    const inner = 'proof' in whole && !('commitment' in whole) ? record(whole.proof, 'proof') : whole;
    if ('steps' in inner && !('secret' in inner))
      throw new Wrong('This is an exported hand, without its secret. Copy the proof from the page of the hand.');
    const round = roundOf(inner.round);
    return { proof: { ...fields(inner), round: Number(round) }, round, wrong: '' };
  } catch (error) {
    if (error instanceof Wrong) return refuse(error.message);
    throw error;
  }
}

function refuse(wrong: string): Read {
  return { proof: null, round: null, wrong };
}

function fields(found: Record<string, unknown>): Omit<Proof, 'round'> {
  return {
    table: text(found.table, 'table'),
    load: found.load === undefined ? 1 : count(found.load, 'load'),
    commitment: hex(found.commitment, 'commitment'),
    secret: hex(found.secret, 'secret'),
    seeds: seeds(found.seeds ?? {}),
    shuffled: found.shuffled === undefined ? true : found.shuffled === true,
    deck: cards(found.deck ?? [], 'deck').map((card) => known(card, 'deck')),
    cut: found.cut === undefined ? 0 : count(found.cut, 'cut'),
    dealt: list(found.dealt ?? [], 'dealt').map(packet),
  };
}

function roundOf(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new Wrong('“round” must be a whole number.');
}

function packet(value: unknown, index: number): Packet {
  const name = `dealt[${index}]`;
  const found = record(value, name);
  return {
    to: text(found.to, `${name}.to`),
    seat: found.seat === undefined || found.seat === null ? 0 : count(found.seat, `${name}.seat`),
    cards: cards(found.cards, `${name}.cards`),
  };
}

function seeds(value: unknown): Record<string, string> {
  const found = Object.entries(record(value, 'seeds'));
  for (const [seat] of found) if (!/^[1-9]\d{0,2}$/.test(seat)) throw new Wrong(`“seeds” has no seat “${seat}”.`);
  return Object.fromEntries(found.map(([seat, seed]) => [seat, hex(seed, `seeds.${seat}`)]));
}

function cards(value: unknown, name: string): (string | null)[] {
  return list(value, name).map((card) => {
    if (card === null || isCard(card)) return card;
    throw new Wrong(`“${name}” has ${JSON.stringify(card)}, which is no card; cards are written like “As”.`);
  });
}

function known(card: string | null, name: string): string {
  if (card === null) throw new Wrong(`“${name}” has a card that is not told.`);
  return card;
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>; // checked here
  throw new Wrong(`“${name}” must be an object.`);
}

function list(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Wrong(`“${name}” must be a list.`);
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new Wrong(`“${name}” must be text.`);
}

function hex(value: unknown, name: string): string {
  if (typeof value === 'string' && fromHex(value) !== null) return value.toLowerCase();
  throw new Wrong(`“${name}” must be bytes in hexadecimal.`);
}

function count(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Wrong(`“${name}” must be a whole number.`);
}
