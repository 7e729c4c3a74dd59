// The steps of a replay: which one is shown, how it stands in the address, where the streets begin.

import type { Frame, Hand, Replay } from '../lib/wire';
import type { Shown } from '../verify/check';

export interface Mark {
  step: number;
  label: string;
}

const PHASES: Record<string, string> = {
  bets: 'Bets', locked: 'Bets closed', deal: 'Deal', flop: 'Flop', river: 'River', showdown: 'Showdown',
  jackpot: 'Jackpot', settled: 'Settled', void: 'Void',
};

export function phaseWord(phase: string): string {
  return PHASES[phase] ?? phase;
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

/** Where each phase begins, for the labels under the slider. */
export function marks(frames: readonly Frame[]): Mark[] {
  const found: Mark[] = [];
  frames.forEach(({ hand }, i) => {
    if (i === 0 || frames[i - 1]?.hand.phase !== hand.phase) found.push({ step: i + 1, label: phaseWord(hand.phase) });
  });
  return found;
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
  const seats = hand.seats.filter((seat) => seat.cards.length > 0).map((seat) => [`seat ${seat.seat}`, seat.cards] as const);
  return { ...Object.fromEntries(seats), board: hand.board, dealer: hand.dealer.cards, box: hand.box };
}
