// The seals that this browser saw while bets were open: kept here, so that a proof can be held against them later.

const KEY = 'pitboss.seals';
const KEPT_MAX = 200; // about an evening of play; the oldest go first

type Kept = [name: string, seal: string][];

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isNote) : [];
  } catch {
    return [];
  }
}

function isNote(value: unknown): value is Kept[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}

/** Called by the table while bets are open; the first seal seen of a round stays. */
export function noteSeal(table: string, round: number, seal: string): void {
  const name = `${table}#${round}`;
  const all = kept();
  if (seal === '' || all.some(([one]) => one === name)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...all, [name, seal]].slice(-KEPT_MAX)));
  } catch {
    // Without storage nothing is noted; the proof still holds against the published seal.
  }
}

export function notedSeal(table: string, round: number): string | undefined {
  return kept().find(([name]) => name === `${table}#${round}`)?.[1];
}
