// The steps of a replay: which one is shown, how it stands in the address, where the streets begin.

import type { Frame, Hand, Replay } from '../lib/wire';
import { phaseWord } from '../lib/words';
import type { Shown } from '../verify/check';

export interface Mark {
  step: number;
  label: string;
}

/** The step in a hash such as "#step=5", counted from 1; without one the last step. */
export function stepOf(hash: string, count: number): number {
  const found = /(?:^#|&)step=(\d{1,6})\b/.exec(hash);
  return clamp(found ? Number(found[1]) : count, count);
}

export function clamp(step: number, count: number): number {
  return Math.max(1, Math.min(step, count));
}

export function hashOf(step: number): string {
  return `#step=${step}`;
}

/** Where each part of the hand begins, for the labels under the slider. */
export function marks(frames: readonly Frame[]): Mark[] {
  const found: Mark[] = [];
  let turned = 0;
  frames.forEach(({ hand }, i) => {
    const label = partOf(hand, turned);
    turned = faceUp(hand);
    if (found.at(-1)?.label !== label) found.push({ step: i + 1, label });
  });
  return found;
}

/** The part of the hand that a step belongs to. Once nobody has a choice left, the board is turned in the showdown: its cards name the part then. */
function partOf(hand: Hand, turnedBefore: number): string {
  const turned = faceUp(hand);
  if (hand.phase !== 'showdown' || turned === turnedBefore) return phaseWord(hand.phase);
  return turned > FLOP_CARDS ? 'River' : 'Flop';
}

const FLOP_CARDS = 3;
const faceUp = (hand: Hand): number => hand.board.filter((card) => card !== null).length;

/** Lay labels of these widths out on a line: each centred on its place where it can be, none on top of another. Returns their left edges. */
export function layOut(places: readonly number[], widths: readonly number[], line: number): number[] {
  const left: number[] = [];
  places.forEach((place, i) => {
    const free = i === 0 ? 0 : (left[i - 1] ?? 0) + (widths[i - 1] ?? 0);
    left.push(Math.max(free, place - (widths[i] ?? 0) / 2));
  });
  let end = line;
  for (let i = left.length - 1; i >= 0; i--) {
    left[i] = Math.min(left[i] ?? 0, end - (widths[i] ?? 0));
    end = left[i] ?? 0;
  }
  return left;
}

/** The next or the last beginning of a phase, seen from `step`. */
export function jump(all: readonly Mark[], step: number, by: 1 | -1, count: number): number {
  const ahead = by === 1 ? all.find((mark) => mark.step > step) : all.findLast((mark) => mark.step < step);
  return ahead?.step ?? (by === 1 ? count : 1);
}

/** Every card that lay face up at the end, by place: what a proof is held against. */
export function shownCards(replay: Replay): Shown {
  const hand: Hand | undefined = replay.frames.at(-1)?.hand;
  // After an irregularity cards may lie elsewhere than they were dealt; the packets themselves are still checked.
  if (!hand || hand.incidents.length > 0) return {};
  const seats = hand.seats
    .filter((seat) => seat.cards.length > 0)
    .map((seat) => [`seat ${seat.seat}`, seat.cards] as const);
  return { ...Object.fromEntries(seats), board: hand.board, dealer: hand.dealer.cards, box: hand.box };
}
