// Outs by the hand that they make, the most first.
export interface Out {
  readonly card: string;
  readonly makes: string;
}

export interface OutGroup {
  readonly makes: string;
  readonly cards: readonly string[];
}

/** Group cards by the hand they make, in the order in which the server names the hands. */
export function groupOuts(outs: readonly Out[]): readonly OutGroup[] {
  const groups = new Map<string, string[]>();
  for (const { card, makes } of outs) groups.set(makes, [...(groups.get(makes) ?? []), card]);
  return [...groups].map(([makes, cards]) => ({ makes, cards })).sort((a, b) => b.cards.length - a.cards.length);
}
