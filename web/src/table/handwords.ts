// A hand's name in two parts, for a line and the line under it.

export interface HandParts {
  readonly head: string;
  readonly tail: string;
}

/** "pair of fives, king-jack-eight kickers" is a pair of fives, and the rest. */
export function handParts(hand: string): HandParts {
  if (hand.startsWith('high card ')) {
    const ranks = hand.slice('high card '.length).split('-');
    return { head: `${ranks[0] ?? ''} high`, tail: ranks.slice(1).join('-') };
  }
  const cut = hand.indexOf(', ');
  return cut < 0 ? { head: hand, tail: '' } : { head: hand.slice(0, cut), tail: hand.slice(cut + 2) };
}

/** For a sentence, without the kickers: "two pair, kings and fives", "ace high". */
export function shortHand(hand: string): string {
  const { head, tail } = handParts(hand);
  const kept = tail.split(', ').filter((part) => !/kickers?$/.test(part));
  const listed = /^(flush|.* high)$/.test(head) ? [] : kept;
  return [head, ...listed].filter(Boolean).join(', ');
}

const PHASES = ['Bets', 'Deal', 'Flop', 'River', 'Showdown'] as const;
export type PhaseName = (typeof PHASES)[number];
export const phaseNames: readonly PhaseName[] = PHASES;

/** Where on the rail a phase stands. */
export function phaseStep(phase: string): number {
  switch (phase) {
    case 'bets':
    case 'locked':
      return 0;
    case 'deal':
      return 1;
    case 'flop':
      return 2;
    case 'river':
      return 3;
    default:
      return 4;
  }
}

const STREETS: Readonly<Record<string, string>> = {
  deal: 'before the flop',
  flop: 'on the flop',
  river: 'on the river',
};
export const streetWords = (street: string): string => STREETS[street] ?? '';
