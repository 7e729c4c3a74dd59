// A variant of the base game: its lines and rules, edited one by one; as a link, and as a command.
import type { LabPaytable, LabPlace, LabPlaces, LabVariant } from '../lib/wire';
import { capital } from '../lib/words';

/** A variant as it is edited: whatever is as in the place is left out. */
export type Draft = Pick<LabVariant, 'rules'> & {
  readonly [Key in keyof Omit<LabVariant, 'rules'>]?: LabVariant[Key] | null | undefined;
};
export const VARIANTS_MAX = 6;
export type Street = 'deal' | 'flop' | 'river';
export type RuleKey = 'below' | 'qualifies' | 'unqualified' | 'ties';

/** Odds as somebody types them: "3" and "2"; what cannot be paid is the server's to say. */
export interface TypedOdds {
  readonly num: string;
  readonly den: string;
}
export interface VariantLine {
  readonly hand: string;
  readonly odds: TypedOdds;
  /** differs from the table that one began with */
  readonly edited: boolean;
}

export const STREET_WORDS: Readonly<Record<Street, string>> = {
  deal: 'Before the flop',
  flop: 'On the flop',
  river: 'On the river',
};
export const RULE_WORDS: Readonly<Record<RuleKey, string>> = {
  below: 'Blind, win below the lowest line',
  qualifies: 'Dealer qualifies with',
  unqualified: 'Ante, dealer not qualified',
  ties: 'Ties',
};
const CHOICES: Readonly<Record<RuleKey, Readonly<Record<string, string>>>> = {
  below: { push: 'pushes', lose: 'loses', even: 'pays 1 to 1' },
  qualifies: { none: 'any hand' },
  unqualified: {
    push: 'comes back',
    plays: 'plays as usual',
    wins: 'wins 1 to 1',
    'push-or-lose': 'comes back, or loses to a better hand',
  },
  ties: { push: 'push', lose: 'lose', win: 'win' },
};
/** A rule's choice in words: "pays 1 to 1", "Pair or better". */
export const choiceWords = (rule: RuleKey, choice: string): string =>
  CHOICES[rule][choice] ?? `${handWords(choice)} or better`;

/** "royal-flush" is "Royal flush". */
export const handWords = (hand: string): string => capital(hand.replaceAll('-', ' '));

export const placeOf = (places: LabPlaces, variant: Draft): LabPlace | undefined =>
  places.places.find((place) => place.name === variant.rules.split('@')[0]);

export const tablesOf = (place: LabPlace, wager: string): readonly LabPaytable[] =>
  place.paytables.filter((table) => table.wager === wager);

/** The Blind table that a variant begins with. */
export function blindOf(place: LabPlace, variant: Draft): LabPaytable | undefined {
  const tables = tablesOf(place, 'blind');
  return tables.find((table) => table.name === variant.blind) ?? tables.find((table) => table.usual) ?? tables[0];
}

/** "3 to 2" as two fields. */
export function typedOdds(text: string): TypedOdds {
  const [num = '', den = '1'] = text.split(/ to | for |:/);
  return { num, den };
}
const oddsText = (odds: TypedOdds): string => `${odds.num.trim()} to ${odds.den.trim()}`;

/** The Blind's lines as they stand, from the royal flush down to the lowest. */
export function linesOf(places: LabPlaces, variant: Draft): readonly VariantLine[] {
  const place = placeOf(places, variant);
  const table = place && blindOf(place, variant);
  if (!table) return [];
  const own = new Map(table.lines.map((line) => [line.hand, line.pays]));
  const pays = variant.pays ?? {};
  const ladder = places.hands.filter((hand) => hand !== 'none');
  const lowest = Math.max(...ladder.map((hand, i) => (own.has(hand) || hand in pays ? i : 0)));
  const last = variant.floor ? ladder.indexOf(variant.floor) : lowest;
  return ladder.slice(0, last + 1).map((hand) => {
    const text = pays[hand] ?? own.get(hand) ?? '1 to 1';
    return { hand, odds: typedOdds(text), edited: hand in pays };
  });
}

/** The variant with other odds for one hand; a line as in its own table is not kept. */
export function withPay(places: LabPlaces, variant: Draft, hand: string, odds: TypedOdds): Draft {
  const place = placeOf(places, variant);
  const own = (place && blindOf(place, variant))?.lines.find((line) => line.hand === hand)?.pays;
  const { [hand]: _, ...rest } = variant.pays ?? {};
  const text = oddsText(odds);
  return tidy({ ...variant, pays: text === own ? rest : { ...rest, [hand]: text } });
}

/** The variant with another lowest line: lines come in at 1 to 1, or go. */
export function withFloor(places: LabPlaces, variant: Draft, floor: string): Draft {
  const place = placeOf(places, variant);
  const table = place && blindOf(place, variant);
  if (!table) return variant;
  const own = table.lines.map((line) => line.hand);
  const ladder = places.hands.filter((hand) => hand !== 'none');
  const wanted = ladder.slice(0, ladder.indexOf(floor) + 1);
  const before = variant.pays ?? {};
  const pays = Object.fromEntries(
    wanted
      .filter((hand) => hand in before || !own.includes(hand))
      .map((hand) => [hand, before[hand] ?? '1 to 1'] as const),
  );
  const shorter = own.some((hand) => !wanted.includes(hand));
  return tidy({ ...variant, pays, floor: shorter ? floor : null });
}

/** The variant with another rule; empty: as in the place. */
export const withRule = (variant: Draft, rule: RuleKey, choice: string): Draft =>
  tidy({ ...variant, [rule]: choice || null });

/** The variant with other multiples on a street: "3, 4"; null where that is no list of whole numbers. */
export function withMultiples(place: LabPlace, variant: Draft, street: Street, text: string): Draft | null {
  const words = text.trim() === '' || text.trim() === 'none' ? [] : text.trim().split(/[\s,;/x×]+/);
  const multiples = words.filter((word) => word !== '').map(Number);
  if (multiples.some((one) => !Number.isInteger(one) || one < 1 || one > 1000)) return null;
  const sorted = [...new Set(multiples)].sort((a, b) => a - b);
  const same = sorted.join() === place.multiples[street].join();
  return tidy({ ...variant, [street]: same ? null : sorted });
}
export const multiplesOf = (place: LabPlace, variant: Draft, street: Street): readonly number[] =>
  variant[street] ?? place.multiples[street];

/** Leave out whatever is as in the place: equal variants are equal texts. */
export function tidy(variant: Draft): Draft {
  const found: Record<string, unknown> = { rules: variant.rules };
  for (const key of KEYS) {
    const value = variant[key];
    if (value === undefined || value === null) continue;
    if (key === 'pays') {
      const lines = Object.entries(variant.pays ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      if (lines.length > 0) found[key] = Object.fromEntries(lines);
    } else found[key] = value;
  }
  return found as unknown as Draft; // every key is one of a draft's own
}
const KEYS = ['blind', 'pays', 'floor', 'below', 'deal', 'flop', 'river', 'qualifies', 'unqualified', 'ties'] as const;

export const isEdited = (variant: Draft): boolean => KEYS.some((key) => key !== 'blind' && variant[key] !== undefined);

/** "Maryland A", or "Maryland A, flush at 2 to 1"; further changes are counted. */
export function variantName(places: LabPlaces, variant: Draft): string {
  const place = placeOf(places, variant);
  const table = place && blindOf(place, variant);
  if (!place || !table) return variant.rules;
  const name = tablesOf(place, 'blind').length > 1 ? `${place.title} ${table.name}` : place.title;
  const [first, ...more] = changes(variant);
  if (first === undefined) return name;
  return more.length > 0 ? `${name}, ${first} and ${more.length} more` : `${name}, ${first}`;
}

/** What makes a variant another game than its own place's table, each in a few words. */
export function changes(variant: Draft): readonly string[] {
  const lines = Object.entries(variant.pays ?? {}).map(([hand, odds]) => `${handWords(hand).toLowerCase()} at ${odds}`);
  const rules = (Object.keys(RULE_WORDS) as RuleKey[])
    .filter((rule) => variant[rule])
    .map((rule) => `${RULE_WORDS[rule].toLowerCase()}: ${choiceWords(rule, variant[rule] ?? '').toLowerCase()}`);
  const streets = (Object.keys(STREET_WORDS) as Street[])
    .filter((street) => variant[street])
    .map((street) => `${STREET_WORDS[street].toLowerCase()} ${(variant[street] ?? []).join(' or ') || 'no'}×`);
  const floor = variant.floor ? [`nothing below ${handWords(variant.floor).toLowerCase()}`] : [];
  return [...lines, ...floor, ...rules, ...streets];
}

/** The arguments that describe a variant to `pitboss lab`. */
export function commandOf(variant: Draft): string {
  const list = (multiples: readonly number[]): string => multiples.join(',') || 'none';
  const parts = [`--rules ${variant.rules}`];
  if (variant.blind) parts.push(`--blind ${variant.blind}`);
  for (const [hand, odds] of Object.entries(variant.pays ?? {}))
    parts.push(`--pay ${hand}=${odds.replace(' to ', ':')}`);
  for (const key of ['floor', 'below'] as const) if (variant[key]) parts.push(`--${key} ${variant[key]}`);
  if (variant.deal) parts.push(`--multiples ${list(variant.deal)}`);
  if (variant.flop) parts.push(`--flop-multiples ${list(variant.flop)}`);
  if (variant.river) parts.push(`--river-multiples ${list(variant.river)}`);
  for (const key of ['qualifies', 'unqualified', 'ties'] as const)
    if (variant[key]) parts.push(`--${key} ${variant[key]}`);
  return `pitboss lab edge ${parts.join(' ')} --json`;
}
