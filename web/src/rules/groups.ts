// Two places side by side: differences under their headings, and what the address says.

import type { Difference } from '../lib/wire';

export interface DifferenceGroup {
  title: string;
  lines: Difference[];
}

export function differs(line: Difference): boolean {
  return line.left !== line.right;
}

/** Lines under their headings, in the order in which the headings first come. */
export function byGroup(lines: readonly Difference[], onlyDifferences: boolean): DifferenceGroup[] {
  const groups = new Map<string, Difference[]>();
  for (const line of lines) {
    if (onlyDifferences && !differs(line)) continue;
    groups.set(line.group, [...(groups.get(line.group) ?? []), line]);
  }
  return [...groups].map(([title, found]) => ({ title, lines: found }));
}

/** An id for a heading, so that it can be linked to. */
export function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
