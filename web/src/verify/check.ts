// Checks a round's proof step by step and names the first thing that differs; later steps are then not taken.

import type { Packet, Proof } from '../lib/wire';
import { fromHex, toHex } from './bytes';
import type { Note } from './noted';
import { commitment, fault, newDeck, shuffle, type Chance, type Shuffled } from './shuffle';

/** The seat number under which the house enters the number of a shuffle within the round, from the second on. */
const HOUSE_SEAT = 255;
/** Cards that were found face up in the deck and taken out of it. */
const ASIDE = 'aside';

export type State = 'fits' | 'differs' | 'open' | 'skipped';
export type StepKey = 'seal' | 'seeds' | 'deck' | 'cut' | 'dealt' | 'felt';

export interface Step {
  key: StepKey;
  title: string;
  state: State;
  text: string;
}

/** Cards as the felt showed them, to hold against the packets; keys are "board", "dealer", "box", "seat 3". */
export type Shown = Readonly<Record<string, readonly (string | null)[]>>;

export interface Verdict {
  /** yes: all of it fits; no: something differs; open: there is nothing to prove, or not yet. */
  answer: 'yes' | 'no' | 'open';
  words: string;
  steps: Step[];
  seal: string;
  seeds: Map<number, string>;
  shuffled: Shuffled | null;
  /** The deck as it was dealt from: after the cut. */
  deck: string[];
  /** For each packet, the places of its cards in `deck`. */
  places: number[][];
}

export interface Asked {
  proof: Proof;
  round?: bigint;
  /** What this browser itself saw and sent before the cards, if it did. */
  noted?: Note;
  shown?: Shown;
}

export function checkProof(asked: Asked): Verdict {
  const { proof } = asked;
  const verdict: Verdict = {
    answer: 'open',
    words: '',
    steps: [],
    seal: '',
    seeds: seedsOf(proof),
    shuffled: null,
    deck: [],
    places: [],
  };
  if (!proof.shuffled && proof.secret === '')
    return open(verdict, 'This deck was not shuffled by pitboss: there is no seal to check it against.');
  if (proof.secret === '')
    return open(verdict, 'The secret is shown when the round is over. Until then only its seal is known.');
  const chance = chanceOf(asked, verdict.seeds);
  const bounds = fault(chance);
  const checks: [StepKey, string, () => Checked][] = [
    [
      'seal',
      'The secret fits the seal',
      () => (bounds ? no(`Out of bounds: ${bounds}.`) : sealed(asked, chance, verdict)),
    ],
    ['seeds', 'The cuts of the seats go in', () => seeded(asked, verdict)],
    ['deck', 'Secret and cuts give the deck', () => ordered(proof, chance, verdict)],
    ['cut', 'The deck is cut', () => cutDeck(proof, verdict)],
    ['dealt', 'The cards came off the top in order', () => dealt(proof, verdict)],
  ];
  if (asked.shown) checks.push(['felt', 'The felt showed these cards', () => felt(proof, asked.shown ?? {})]);
  // A round that ended before its deck was shuffled still has a seal.
  for (const [key, title, check] of proof.shuffled ? checks : checks.slice(0, 1)) take(verdict, key, title, check);
  return judged(verdict, asked);
}

type Checked = readonly [State, string];
const yes = (text: string): Checked => ['fits', text];
const no = (text: string): Checked => ['differs', text];

function take(verdict: Verdict, key: StepKey, title: string, check: () => Checked): void {
  const failed = verdict.steps.some((step) => step.state === 'differs');
  const [state, text] = failed ? (['skipped', 'Not checked: an earlier step does not fit.'] as const) : check();
  if (text !== '') verdict.steps.push({ key, title, state, text });
}

function open(verdict: Verdict, words: string): Verdict {
  return { ...verdict, words };
}

function judged(verdict: Verdict, { proof: { shuffled }, noted }: Asked): Verdict {
  const wrong = verdict.steps.find((step) => step.state === 'differs');
  if (wrong) return { ...verdict, answer: 'no', words: `Does not fit. ${wrong.text}` };
  if (!shuffled)
    return {
      ...verdict,
      answer: 'yes',
      words: 'The secret fits its seal. The round ended before a deck was shuffled.',
    };
  const hidden = verdict.steps.find((step) => step.key === 'dealt')?.state === 'open';
  const cards = hidden ? 'every card that you may know' : 'every card';
  if (noted?.seal)
    return {
      ...verdict,
      answer: 'yes',
      words: `Fits: ${cards} came from the deck that was sealed before the bets closed.`,
    };
  const unseen = 'Your browser was not at the table while bets were open, so it cannot say when the seal was made.';
  return { ...verdict, answer: 'yes', words: `Fits: ${cards} came from the deck behind the published seal. ${unseen}` };
}

function seedsOf(proof: Proof): Map<number, string> {
  const given = new Map(Object.entries(proof.seeds).map(([seat, seed]) => [Number(seat), seed]));
  if (proof.load > 1 && !given.has(HOUSE_SEAT))
    given.set(HOUSE_SEAT, Math.min(proof.load, 255).toString(16).padStart(2, '0'));
  return new Map([...given].sort(([one], [other]) => one - other));
}

function chanceOf({ proof, round }: Asked, seeds: Map<number, string>): Chance {
  return {
    secret: fromHex(proof.secret) ?? new Uint8Array(),
    table: proof.table,
    round: round ?? BigInt(proof.round),
    seeds: new Map([...seeds].map(([seat, seed]) => [seat, fromHex(seed) ?? new Uint8Array()])),
  };
}

function sealed({ proof, noted }: Asked, chance: Chance, verdict: Verdict): Checked {
  verdict.seal = toHex(commitment(chance));
  if (verdict.seal !== proof.commitment)
    return no(`The secret gives the seal ${short(verdict.seal)}, but ${short(proof.commitment)} was published.`);
  if (noted?.seal && noted.seal !== proof.commitment)
    return no(
      `While bets were open this browser saw the seal ${short(noted.seal)}, but the proof has ${short(proof.commitment)}.`,
    );
  return yes(
    noted?.seal
      ? 'SHA-256 of round and secret is the seal that this browser saw while bets were open.'
      : 'SHA-256 of round and secret is the seal in the proof. This browser did not see that seal before the cards.',
  );
}

function seeded({ proof, noted }: Asked, verdict: Verdict): Checked {
  const house = verdict.seeds.get(HOUSE_SEAT);
  const expected = Math.min(proof.load, 255).toString(16).padStart(2, '0');
  if (proof.load > 1 && house !== expected)
    return no(`This is shuffle ${proof.load} of the round, but the house’s seed says ${house ?? 'nothing'}.`);
  if (proof.load <= 1 && house !== undefined) return no('The house added a seed to the first shuffle of the round.');
  const seats = [...verdict.seeds.keys()].filter((seat) => seat !== HOUSE_SEAT);
  const swapped = swappedCut(verdict.seeds, noted ?? {});
  if (swapped) return no(swapped);
  const again =
    proof.load > 1 ? ` The deck was shuffled again: the house adds the number of that shuffle, ${proof.load}.` : '';
  if (seats.length === 0) return yes(`No seat added a cut: the deck follows from the secret alone.${again}`);
  const mine = noted?.cut ? ` The cut of seat ${noted.cut.seat} is the one that this browser sent.` : '';
  const seen = noted?.closed ? ' All cuts are as this browser saw them when bets closed.' : '';
  const whose =
    seats.length === 1
      ? `Seat ${seats[0]} added chance of its own.`
      : `Seats ${inWords(seats)} added chance of their own.`;
  return yes(`${whose}${mine}${seen}${again}`);
}

/** Name the first cut that is not the one this browser sent, or not the one it saw when bets closed. */
function swappedCut(seeds: ReadonlyMap<number, string>, { cut, closed }: Note): string {
  const has = (seat: number): string => (seeds.has(seat) ? short(seeds.get(seat) ?? '') : 'none');
  if (cut && seeds.get(cut.seat) !== cut.seed)
    return `From seat ${cut.seat} this browser sent the cut ${short(cut.seed)}, but the proof has ${has(cut.seat)}.`;
  if (!closed) return '';
  const seats = new Set([...Object.keys(closed).map(Number), ...seeds.keys()]);
  for (const seat of seats) {
    const saw = closed[String(seat)];
    if (seat !== HOUSE_SEAT && seeds.get(seat) !== saw)
      return `When bets closed this browser saw ${saw ? `the cut ${short(saw)}` : 'no cut'} of seat ${seat}, but the proof has ${has(seat)}.`;
  }
  return '';
}

function ordered(proof: Proof, chance: Chance, verdict: Verdict): Checked {
  verdict.shuffled = shuffle(chance);
  const { deck, bytesRead, bytesRejected } = verdict.shuffled;
  if (proof.deck.length > 0) {
    const at = deck.findIndex((card, i) => proof.deck[i] !== card);
    if (at >= 0)
      return no(`Card ${at + 1} of the deck should be ${deck[at]}, but the proof has ${proof.deck[at] ?? 'none'}.`);
    if (proof.deck.length !== deck.length) return no(`The proof’s deck has ${proof.deck.length} cards, not 52.`);
  }
  return yes(`Worked out here from ${bytesRead} bytes of the keyed stream, ${bytesRejected} of them drawn again.`);
}

function cutDeck(proof: Proof, verdict: Verdict): Checked {
  const deck = verdict.shuffled?.deck ?? newDeck();
  if (proof.cut >= deck.length) return no(`The deck cannot be cut at ${proof.cut}.`);
  verdict.deck = [...deck.slice(proof.cut), ...deck.slice(0, proof.cut)];
  return yes(proof.cut === 0 ? '' : `${proof.cut} cards went from the top to the bottom.`);
}

function dealt(proof: Proof, verdict: Verdict): Checked {
  const left = verdict.deck.map((card, place) => ({ card, place }));
  let [count, hidden] = [0, 0];
  for (const packet of proof.dealt) {
    const places: number[] = [];
    for (const card of packet.cards) {
      // A card that was found face up is taken out where it lies; all others come off the top.
      const at = packet.to === ASIDE ? left.findIndex((one) => one.card === card) : 0;
      const [due] = at < 0 ? [] : left.splice(at, 1);
      if (due === undefined)
        return no(
          at < 0 ? `${card} was set aside, but is not in the deck any more.` : 'More cards were dealt than a deck has.',
        );
      if (card === null) hidden++;
      else if (card !== due.card)
        return no(
          `Card ${due.place + 1} off the deck, ${forWhom(packet)}, should be ${due.card}, but ${card} was dealt.`,
        );
      places.push(due.place);
      count++;
    }
    verdict.places.push(places);
  }
  if (count === 0) return ['open', 'No card was dealt.'];
  if (hidden > 0)
    return ['open', `${count - hidden} of ${count} cards are where they should be; ${hidden} are not told to you.`];
  return yes(`All ${count} cards are where they should be.`);
}

/** The felt against the packets: what was dealt to a place, in order, is what lay there at the end. */
function felt(proof: Proof, shown: Shown): Checked {
  const packets = new Map<string, (string | null)[]>();
  for (const packet of proof.dealt) {
    const key = packet.to === 'seat' || packet.to === 'seats' ? `seat ${packet.seat}` : packet.to;
    packets.set(key, [...(packets.get(key) ?? []), ...packet.cards]);
  }
  let held = 0;
  for (const [key, cards] of Object.entries(shown)) {
    const all = packets.get(key);
    if (!all) continue;
    const missing = cards.find((card) => card !== null && !all.includes(null) && !all.includes(card));
    if (missing)
      return no(`The felt showed ${missing} for ${key === 'board' ? 'the board' : key}, which was not dealt there.`);
    held += cards.filter((card) => card !== null && all.includes(card)).length;
  }
  return yes(held === 0 ? '' : `${held} cards that lay face up in this replay are the ones dealt to those places.`);
}

export function forWhom(packet: Packet): string {
  const words: Record<string, string> = {
    dealer: 'for the dealer',
    board: 'for the board',
    box: 'for the Six Card box',
    burn: 'burned',
    aside: 'set aside',
  };
  return packet.seat > 0 && !(packet.to in words)
    ? `for seat ${packet.seat}`
    : (words[packet.to] ?? `for ${packet.to}`);
}

export function short(hex: string): string {
  return hex.length > 14 ? `${hex.slice(0, 4)}…${hex.slice(-4)}` : hex;
}

function inWords(numbers: readonly number[]): string {
  return numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}
