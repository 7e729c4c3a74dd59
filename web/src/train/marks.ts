// What was marked against what should have been.
import type { CellState } from '../parts/MarkGrid.svelte';

export interface MarkFaults {
  readonly missed: readonly string[];
  readonly wrongly_marked: readonly string[];
}

/** The state of each cell after the answer. */
export function markStates(marked: ReadonlySet<string>, faults: MarkFaults): Readonly<Record<string, CellState>> {
  return Object.fromEntries<CellState>([
    ...[...marked].map((key) => [key, 'right'] as const),
    ...faults.wrongly_marked.map((key) => [key, 'wrong'] as const),
    ...faults.missed.map((key) => [key, 'missed'] as const),
  ]);
}
