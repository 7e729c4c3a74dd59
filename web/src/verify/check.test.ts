import { describe, expect, it } from 'vitest';
import type { Packet, Proof } from '../lib/wire';
import { toHex } from './bytes';
import { checkProof, type Step, type Verdict } from './check';
import { fromValue, readProof } from './proof';
import { commitment, shuffle, type Chance } from './shuffle';

const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i * 7);

function packets(deck: readonly string[]): Packet[] {
  const sizes: [string, number, number][] = [
    ['seat', 1, 2],
    ['seat', 3, 2],
    ['dealer', 0, 2],
    ['burn', 0, 1],
    ['board', 0, 3],
    ['board', 0, 2],
  ];
  let at = 0;
  return sizes.map(([to, seat, size]) => ({ to, seat, cards: deck.slice(at, (at += size)) }));
}

function proofOf({ cut = 0, load = 1, round = 12n } = {}): Proof {
  const seeds = new Map([[3, Uint8Array.of(1, 2)]]);
  if (load > 1) seeds.set(255, Uint8Array.of(load));
  const chance: Chance = { secret: SECRET, table: 'maryland-1', round, seeds };
  const { deck } = shuffle(chance);
  return {
    table: 'maryland-1',
    round: Number(round),
    load,
    commitment: toHex(commitment(chance)),
    secret: toHex(SECRET),
    seeds: { '3': '0102' },
    shuffled: true,
    deck,
    cut,
    dealt: packets([...deck.slice(cut), ...deck.slice(0, cut)]),
  };
}

function differing(verdict: Verdict): Step | undefined {
  return verdict.steps.find((step) => step.state === 'differs');
}

describe('a true proof', () => {
  it.each([[{}], [{ cut: 20 }], [{ load: 2 }], [{ load: 3, cut: 1 }]])('fits with %o', (made) => {
    const verdict = checkProof({ proof: proofOf(made) });

    expect(differing(verdict)).toBeUndefined();
    expect(verdict.answer).toBe('yes');
    expect(verdict.places.flat()).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });

  it('says what this browser itself saw and sent, and no more', () => {
    const proof = proofOf();
    const noted = { seal: proof.commitment, cut: { seat: 3, seed: '0102' }, closed: { 3: '0102' } };
    const [own, stranger] = [checkProof({ proof, noted }), checkProof({ proof })];

    expect(own.words).toContain('sealed before the bets closed');
    expect(own.steps.find(({ key }) => key === 'seeds')?.text).toContain('the one that this browser sent');
    expect(stranger.answer).toBe('yes');
    expect(stranger.words).not.toContain('before the bets closed');
    expect(stranger.words).toContain('cannot say when the seal was made');
  });

  it('takes the house’s number of a second shuffle for no cut', () => {
    expect(checkProof({ proof: proofOf({ load: 2 }), noted: { closed: { 3: '0102' } } }).answer).toBe('yes');
  });

  it('fits without the deck, which is worked out here', () => {
    expect(checkProof({ proof: { ...proofOf(), deck: [] } }).answer).toBe('yes');
  });

  it('fits as far as hidden cards let it, and says so', () => {
    const proof = proofOf();
    const [first, ...rest] = proof.dealt;
    const verdict = checkProof({ proof: { ...proof, dealt: [{ ...first!, cards: [null, null] }, ...rest] } });

    expect(verdict.answer).toBe('yes');
    expect(verdict.words).toContain('you may know');
  });

  it('lets a card that was found face up be taken out where it lay', () => {
    const proof = proofOf();
    const [first, second] = proof.dealt;
    const aside = { to: 'aside', seat: 0, cards: [proof.deck[2]!] };
    const dealt = [
      first!,
      aside,
      { ...second!, cards: proof.deck.slice(3, 5) },
      ...packets(proof.deck.slice(1)).slice(2),
    ];

    expect(differing(checkProof({ proof: { ...proof, dealt } }))).toBeUndefined();
    expect(differing(checkProof({ proof: { ...proof, dealt: [...dealt, aside] } }))?.text).toContain(
      'not in the deck any more',
    );
  });

  it('agrees with the felt', () => {
    const proof = proofOf();
    const shown = { 'seat 3': proof.dealt[1]!.cards, board: [...proof.dealt[4]!.cards, null, null] };

    expect(checkProof({ proof, shown }).steps.at(-1)).toMatchObject({ key: 'felt', state: 'fits' });
  });
});

describe('a proof that was tampered with', () => {
  const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  const swap = (cards: readonly string[]): string[] => [cards[1]!, cards[0]!, ...cards.slice(2)];
  const withPacket = (proof: Proof, at: number, cards: readonly string[]): Proof => ({
    ...proof,
    dealt: proof.dealt.map((packet, i) => (i === at ? { ...packet, cards } : packet)),
  });

  it.each<[string, (proof: Proof) => Proof, string, RegExp]>([
    ['another secret', (p) => ({ ...p, secret: flip(p.secret) }), 'seal', /was published/],
    ['another seal', (p) => ({ ...p, commitment: flip(p.commitment) }), 'seal', /was published/],
    ['another round', (p) => ({ ...p, round: p.round + 1 }), 'seal', /was published/],
    ['another table', (p) => ({ ...p, table: 'Maryland-1' }), 'seal', /was published/],
    ['a short secret', (p) => ({ ...p, secret: p.secret.slice(2) }), 'seal', /31 bytes/],
    [
      'a cut that nobody made',
      (p) => ({ ...p, seeds: { ...p.seeds, '1': 'ff' } }),
      'deck',
      /Card \d+ of the deck should be/,
    ],
    ['a cut left out', (p) => ({ ...p, seeds: {} }), 'deck', /Card \d+ of the deck/],
    [
      'a house seed in the first shuffle',
      (p) => ({ ...p, seeds: { ...p.seeds, '255': '02' } }),
      'seeds',
      /house added/,
    ],
    ['two cards of the deck changed places', (p) => ({ ...p, deck: swap(p.deck) }), 'deck', /^Card 1 of the deck/],
    ['a deck of 51', (p) => ({ ...p, deck: p.deck.slice(0, 51) }), 'deck', /^Card 52 .* has none/],
    ['a cut beyond the deck', (p) => ({ ...p, cut: 52 }), 'cut', /cannot be cut/],
    ['a cut that was not', (p) => ({ ...p, cut: 3 }), 'dealt', /Card 1 off the deck, for seat 1/],
    [
      'the dealer’s cards from below',
      (p) => withPacket(p, 2, p.deck.slice(40, 42)),
      'dealt',
      /Card 5 off the deck, for the dealer/,
    ],
    [
      'a burn left out',
      (p) => ({ ...p, dealt: p.dealt.filter(({ to }) => to !== 'burn') }),
      'dealt',
      /Card 7 off the deck, for the board/,
    ],
    ['another shuffle of the round', (p) => ({ ...p, load: 2 }), 'deck', /Card \d+ of the deck/],
    [
      'more cards than a deck',
      (p) => ({ ...p, dealt: [...p.dealt, { to: 'burn', seat: 0, cards: Array<null>(41).fill(null) }] }),
      'dealt',
      /More cards/,
    ],
  ])('fails with %s', (_, tamper, key, words) => {
    const verdict = checkProof({ proof: tamper(proofOf()) });

    expect(verdict.answer).toBe('no');
    expect(differing(verdict)?.key).toBe(key);
    expect(differing(verdict)?.text).toMatch(words);
    expect(verdict.words).toContain('Does not fit');
  });

  it('fails when this browser saw another seal', () => {
    const verdict = checkProof({ proof: proofOf(), noted: { seal: 'ab'.repeat(32) } });

    expect(differing(verdict)?.text).toContain('this browser saw the seal abab…abab');
  });

  it.each([
    [
      'another than the one sent',
      { cut: { seat: 3, seed: 'ffff' } },
      /From seat 3 this browser sent the cut ffff, but the proof has 0102/,
    ],
    ['of another seat left out', { cut: { seat: 1, seed: 'ffff' } }, /but the proof has none/],
    ['changed after bets closed', { closed: { 3: 'ffff' } }, /saw the cut ffff of seat 3, but the proof has 0102/],
    ['added after bets closed', { closed: {} }, /saw no cut of seat 3, but the proof has 0102/],
    [
      'taken out after bets closed',
      { closed: { 3: '0102', 5: 'ab' } },
      /saw the cut ab of seat 5, but the proof has none/,
    ],
  ])('fails with a cut %s', (_, noted, words) => {
    const verdict = checkProof({ proof: proofOf(), noted });

    expect(verdict.answer).toBe('no');
    expect(differing(verdict)?.key).toBe('seeds');
    expect(differing(verdict)?.text).toMatch(words);
  });

  it('fails when the felt showed another card', () => {
    const proof = proofOf();
    const verdict = checkProof({ proof, shown: { dealer: [proof.deck[30]!, proof.deck[31]!] } });

    expect(differing(verdict)).toMatchObject({ key: 'felt' });
  });

  it('takes no step behind the one that differs', () => {
    const verdict = checkProof({ proof: { ...proofOf(), secret: 'ff'.repeat(32) } });

    expect(verdict.steps.slice(1).every((step) => step.state === 'skipped')).toBe(true);
  });
});

describe('nothing to prove', () => {
  it('says so while the secret is sealed', () => {
    expect(checkProof({ proof: { ...proofOf(), secret: '' } })).toMatchObject({ answer: 'open' });
  });

  it('says so for a deck that a hand shuffled', () => {
    expect(checkProof({ proof: { ...proofOf(), secret: '', shuffled: false } }).words).toContain(
      'not shuffled by pitboss',
    );
  });

  it('checks the seal alone when the round ended before its shuffle', () => {
    const proof = { ...proofOf(), shuffled: false, deck: [], dealt: [] };

    expect(checkProof({ proof }).steps.map((step) => step.key)).toEqual(['seal']);
    expect(checkProof({ proof }).answer).toBe('yes');
    expect(checkProof({ proof: { ...proof, secret: 'ff'.repeat(32) } }).answer).toBe('no');
  });
});

describe('a pasted proof', () => {
  it('is told from an exported hand', () => {
    expect(fromValue({ table: 't', round: 1, commitment: 'aa', steps: [] }).wrong).toContain('exported hand');
  });

  it('is read back as it was', () => {
    expect(readProof(JSON.stringify(proofOf())).proof).toEqual(proofOf());
  });

  it('is found inside a replay', () => {
    expect(readProof(JSON.stringify({ replay: true, proof: proofOf() })).proof).toEqual(proofOf());
  });

  it('keeps a round beyond 53 bits', () => {
    const proof = proofOf({ round: 18446744073709551615n });
    const text = JSON.stringify(proof).replace(/"round":[^,]+/, '"round":18446744073709551615');

    const read = readProof(text);

    expect(read.round).toBe(18446744073709551615n);
    expect(read.proof && checkProof({ proof: read.proof, round: read.round }).answer).toBe('yes');
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [], /must be an object/],
    ['no table', { ...proofOf(), table: 3 }, /“table” must be text/],
    ['half a byte', { ...proofOf(), secret: 'abc' }, /“secret” must be bytes/],
    ['a card that is none', { ...proofOf(), deck: ['1x'] }, /“deck” has "1x"/],
    ['a seat that is none', { ...proofOf(), seeds: { first: 'aa' } }, /no seat “first”/],
    ['a round of letters', { ...proofOf(), round: 'one' }, /“round” must be/],
    ['packets that are none', { ...proofOf(), dealt: [1] }, /“dealt\[0\]” must be an object/],
  ])('is refused with one line: %s', (_, value, words) => {
    expect(fromValue(value).wrong).toMatch(words);
  });

  it('is refused when it is not JSON', () => {
    expect(readProof('{').wrong).toContain('not JSON');
  });
});
