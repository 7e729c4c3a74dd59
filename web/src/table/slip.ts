// The bets that somebody is about to make: only amounts that the server offers.
import type { Offer } from '../lib/wire';

/** Cents by wager; a wager that is not bet is not there. */
export type Bets = Readonly<Record<string, number>>;

const EQUAL = ['ante', 'blind'] as const; // the "=" between them on every felt

/** The offer of a wager, if it is offered. */
export const offerOf = (offers: readonly Offer[], wager: string): Offer | undefined =>
  offers.find((offer) => offer.wager === wager);

/** The next amount above, or the same where there is none. */
export function more(offer: Offer, now: number): number {
  const choices = offer.amounts.length ? offer.amounts : offer.ladder;
  const next = choices.find((amount) => amount > now);
  if (next !== undefined) return fit(offer, next);
  return offer.amounts.length ? now : fit(offer, now + offer.step);
}

/** The next amount below; under the least there is no bet. */
export function less(offer: Offer, now: number): number {
  const choices = offer.amounts.length ? offer.amounts : offer.ladder;
  const next = [...choices].reverse().find((amount) => amount < now);
  if (next === undefined) return 0;
  return now - next > offer.step && now > (choices.at(-1) ?? 0) ? fit(offer, now - offer.step) : fit(offer, next);
}

/** A chip more on a spot. */
export function withChip(offer: Offer, now: number, chip: number): number {
  if (offer.amounts.length) return offer.amounts.find((amount) => amount > now) ?? now;
  return fit(offer, Math.max(now + chip, offer.least));
}

/** The amount that is offered nearest to one that is wanted, at most that much where it can be. */
export function fit(offer: Offer, wanted: number): number {
  if (wanted <= 0) return 0;
  if (offer.amounts.length) {
    const sorted = [...offer.amounts].sort((a, b) => a - b);
    return [...sorted].reverse().find((amount) => amount <= wanted) ?? sorted[0] ?? 0;
  }
  const most = offer.most ?? Number.MAX_SAFE_INTEGER;
  const capped = Math.min(Math.max(wanted, offer.least), most);
  const stepped = capped - (capped % offer.step);
  return stepped < offer.least ? stepped + offer.step : stepped;
}

/** Put an amount on a wager; its equal goes with it, and what needs it goes when it goes. */
export function put(bets: Bets, offers: readonly Offer[], wager: string, cents: number): Bets {
  const next: Record<string, number> = { ...bets, [wager]: cents };
  if ((EQUAL as readonly string[]).includes(wager)) {
    for (const other of EQUAL) if (offerOf(offers, other)) next[other] = cents;
  }
  return clean(next, offers);
}

/** The wagers that one needs beside it and that are not bet. */
export function lacking(bets: Bets, offers: readonly Offer[], wager: string): readonly string[] {
  const needs = offerOf(offers, wager)?.needs ?? [];
  const equal = (needed: string): boolean =>
    (EQUAL as readonly string[]).includes(needed) && (EQUAL as readonly string[]).includes(wager);
  return needs.filter((needed) => !bets[needed] && !equal(needed) && needed !== 'blind'); // the Blind comes down with its Ante
}

/** Put an amount on a wager, and the least on what it needs beside it. */
export function putWithNeeds(bets: Bets, offers: readonly Offer[], wager: string, cents: number): Bets {
  let next = bets;
  for (const needed of lacking(bets, offers, wager)) {
    const offer = offerOf(offers, needed);
    if (offer && cents > 0) next = putWithNeeds(next, offers, needed, offer.ladder[0] ?? offer.least);
  }
  return put(next, offers, wager, cents);
}

/** The same bets again, as far as they are offered now. */
export function again(bets: Bets, offers: readonly Offer[]): Bets {
  const next: Record<string, number> = {};
  for (const [wager, cents] of Object.entries(bets)) {
    const offer = offerOf(offers, wager);
    if (offer) next[wager] = fit(offer, cents);
  }
  return clean(next, offers);
}

/** Twice as much on everything, as far as it is offered. */
export const doubled = (bets: Bets, offers: readonly Offer[]): Bets =>
  again(Object.fromEntries(Object.entries(bets).map(([wager, cents]) => [wager, cents * 2])), offers);

export const sum = (bets: Bets): number => Object.values(bets).reduce((all, cents) => all + cents, 0);

/** The least that a round can be played for. */
export function least(offers: readonly Offer[]): Bets {
  const ante = offerOf(offers, 'ante');
  return ante ? put({}, offers, 'ante', ante.ladder[0] ?? ante.least) : {};
}

/** Without what is not bet, and without what stands alone though it needs another. */
function clean(bets: Record<string, number>, offers: readonly Offer[]): Bets {
  const kept = Object.entries(bets).filter(([wager, cents]) => {
    const needs = offerOf(offers, wager)?.needs ?? [];
    return cents > 0 && needs.every((needed) => (bets[needed] ?? 0) > 0);
  });
  return Object.fromEntries(kept);
}

/** Read bets that were kept as text; anything odd is none. */
export function readBets(text: string | null): Bets {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
    const good = Object.entries(found).filter(
      (entry): entry is [string, number] =>
        /^[a-z_]{1,20}$/.test(entry[0]) && Number.isSafeInteger(entry[1]) && entry[1] > 0,
    );
    return Object.fromEntries(good.slice(0, 8));
  } catch {
    return {};
  }
}
