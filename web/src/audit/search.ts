// What the auditor looks for, as the address bar keeps it and as the server is asked.
import { readDollars } from '../lib/money';
import { INCIDENTS } from '../lib/wire';

export interface Search {
  table: string;
  player: string;
  outcome: string;
  from: string;
  to: string;
  least: string;
  irregularity: string;
}
export const NOTHING: Search = { table: '', player: '', outcome: '', from: '', to: '', least: '', irregularity: '' };
const KEYS = Object.keys(NOTHING) as (keyof Search)[];
export const OUTCOMES = [
  ['settled', 'Settled'],
  ['void', 'Void'],
  ['partly void', 'Partly void'],
  ['cancelled', 'Cancelled'],
] as const;
export const IRREGULARITIES = [['any', 'With an irregularity'], ...Object.entries(INCIDENTS)] as const;

/** A kind of irregularity in words; an unknown kind reads as it is written. */
export function irregularityWords(kind: string): string {
  return INCIDENTS[kind] ?? kind.replaceAll('-', ' ');
}

export function searchFrom(query: string): Search {
  const given = new URLSearchParams(query);
  const search = { ...NOTHING };
  for (const key of KEYS) search[key] = (given.get(key) ?? '').slice(0, 100);
  return search;
}

/** The query as it stands in the address: only what is asked for. */
export function queryOf(search: Search): string {
  const asked = new URLSearchParams();
  for (const key of KEYS) if (search[key].trim() !== '') asked.set(key, search[key].trim());
  const text = asked.toString();
  return text === '' ? '' : `?${text}`;
}

export function isEmpty(search: Search): boolean {
  return queryOf(search) === '';
}

/** What is wrong with a search, in one line; empty when nothing is. */
export function faultOf(search: Search): string {
  if (search.least.trim() !== '' && readDollars(search.least) === null)
    return 'The minimum win is an amount in dollars, such as 100 or 12.50.';
  if (search.from && search.to && search.from > search.to) return 'The first day is after the last.';
  return '';
}

/** The same as the server is asked: its own words, money in cents. */
export function askOf(search: Search, before: string): string {
  const asked = new URLSearchParams();
  const put = (key: string, value: string): void => {
    if (value.trim() !== '') asked.set(key, value.trim());
  };
  put('table', search.table);
  put('player', search.player);
  put('outcome', search.outcome);
  put('begin', search.from);
  put('end', search.to);
  put('incident', search.irregularity);
  const least = search.least.trim() === '' ? null : readDollars(search.least);
  if (least !== null) asked.set('least_win', String(least));
  put('before', before);
  const text = asked.toString();
  return text === '' ? '' : `?${text}`;
}

/** A moment as the journal has it: "2026-11-16 05:07:37", UTC. */
export function whenOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
