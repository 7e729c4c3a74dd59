// The drills in words: what each asks, and what it is called.
import type { DrillKind } from '../lib/wire';

export interface KindWords {
  readonly kind: DrillKind;
  readonly title: string;
  readonly text: string;
  /** cards that stand for it */
  readonly cards: readonly (string | null)[];
}

/** What can be chosen in the training room, in the order in which a newcomer should take them. */
export const CHOSEN: readonly KindWords[] = [
  { kind: 'deal', title: '4× or check', text: 'Two cards: bet big at once, or wait.', cards: ['Ks', '5d'] },
  { kind: 'flop', title: '2× or check', text: 'Three more: bet now, or see the last two.', cards: ['5h', 'Jc', '8s'] },
  {
    kind: 'river',
    title: '1× or fold',
    text: 'All the cards: bet, or give up Ante and Blind.',
    cards: ['4s', '5h', '6d', '8c', '9d'],
  },
  { kind: 'mixed', title: 'Mixed', text: 'All three decisions, one after the other.', cards: ['As', null, '7h'] },
  { kind: 'outs', title: 'Outs', text: 'Mark the cards that improve your hand.', cards: ['9h', 'Th'] },
  { kind: 'grid', title: 'Starting hands', text: 'Mark all hands that are worth a big bet.', cards: ['Ah', 'Ad'] },
];

const OTHERS: Readonly<Partial<Record<DrillKind, string>>> = {
  mistakes: 'Your mistakes',
  daily: 'The daily ten',
  exam: 'Examination',
};

/** "4× or check", "The daily ten". */
export const kindTitle = (kind: DrillKind): string =>
  CHOSEN.find((one) => one.kind === kind)?.title ?? OTHERS[kind] ?? 'Drill';

/** What a spot asks for. */
export function askWords(asks: string): string {
  if (asks === 'outs') return 'Mark every card that improves your hand';
  if (asks === 'grid') return 'Mark every hand that should bet before the flop';
  return 'What would you do?';
}

/** How close the two best choices are, at most, in Antes; empty: all spots. */
export const CLOSENESS: readonly (readonly [string, string])[] = [
  ['', 'All'],
  ['0.25', 'Close'],
  ['0.05', 'Very close'],
];
export const COUNTS: readonly number[] = [10, 20, 50];
/** How many cards are seen elsewhere in each spot. */
export const DEAD_COUNTS: readonly number[] = [0, 1, 2, 3, 4];
