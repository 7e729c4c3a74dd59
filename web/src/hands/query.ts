// The history's filter as the address bar and the server know it.

export interface HandFilter {
  table: string;
  rules: string;
  outcome: string;
  /** Days as the date fields give them, "2026-11-16"; both included, in the reader's own time. */
  from: string;
  until: string;
  /** Words that stand in the hand: a card, "flush", a table's name. */
  text: string;
}

export const NO_FILTER: HandFilter = { table: '', rules: '', outcome: '', from: '', until: '', text: '' };
const FIELDS = ['table', 'rules', 'outcome', 'from', 'until', 'text'] as const;

export function fromSearch(search: string): HandFilter {
  const given = new URLSearchParams(search);
  const read = Object.fromEntries(FIELDS.map((field) => [field, given.get(field) ?? '']));
  return { ...NO_FILTER, ...read };
}

export function toSearch(filter: HandFilter): string {
  const set = FIELDS.filter((field) => filter[field] !== '').map((field): [string, string] => [field, filter[field]]);
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}

/** The question for the server: the reader's days become moments in UTC, `before` is the mark of the page before. */
export function question(filter: HandFilter, before: string): string {
  const asked = new URLSearchParams();
  for (const field of ['table', 'rules', 'outcome', 'text'] as const) {
    const wanted = filter[field].trim(); // somebody may still be typing: a blank at the end asks for nothing
    if (wanted !== '') asked.set(field, wanted);
  }
  const begin = dayStart(filter.from, 0);
  const end = dayStart(filter.until, 1);
  if (begin !== '') asked.set('begin', begin);
  if (end !== '') asked.set('end', end);
  if (before !== '') asked.set('before', before);
  return asked.size === 0 ? '' : `?${asked}`;
}

/** The moment at which a day begins here, `later` days on; "" for what is no day. */
function dayStart(day: string, later: number): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return '';
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).toISOString();
}

export function isFiltered(filter: HandFilter): boolean {
  return FIELDS.some((field) => filter[field] !== '');
}
