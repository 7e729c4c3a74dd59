// Tips for the dealer beside your wagers: only where the server offers them, only as far as it takes them.
import type { Offer } from '../lib/wire';
import { offerOf, type Bets } from './slip';

const AMOUNTS = [100, 200, 300, 400, 500, 1000, 1500, 2000, 2500, 5000, 10000]; // what people give, in cents

/** The wagers that take a tip. */
export const tipSpots = (offers: readonly Offer[]): readonly string[] =>
  offers.filter((offer) => offer.tip).map((offer) => offer.wager);

/** The most that may ride on a wager now; 0: no tip. */
export function tipMost(offers: readonly Offer[], bets: Bets, wager: string): number {
  const offer = offerOf(offers, wager);
  if (!offer?.tip) return 0;
  const own = bets[wager] ?? 0;
  const bound = offer.most ?? Number.MAX_SAFE_INTEGER;
  if (own > 0) return offer.tip.capped ? own : bound;
  return offer.tip.alone && Object.values(bets).some((chips) => chips > 0) ? bound : 0;
}

/** The next tip above, or the same where there is none. */
export function tipMore(offers: readonly Offer[], bets: Bets, wager: string, now: number): number {
  const step = offerOf(offers, wager)?.tip?.step ?? 0;
  const most = tipMost(offers, bets, wager);
  if (step === 0 || now + step > most) return now;
  const next = AMOUNTS.find((amount) => amount > now && amount % step === 0) ?? now + step;
  return Math.min(next, most - (most % step));
}

/** The next tip below. */
export function tipLess(offers: readonly Offer[], wager: string, now: number): number {
  const step = offerOf(offers, wager)?.tip?.step ?? 1;
  return (
    [...AMOUNTS].reverse().find((amount) => amount < now && amount % step === 0) ??
    Math.max(0, now > step ? now - step : 0)
  );
}

/** The tips that still may ride when the bets have changed. */
export function tipsBeside(tips: Bets, bets: Bets, offers: readonly Offer[]): Bets {
  const kept = Object.entries(tips).map(([wager, cents]): [string, number] => {
    const step = offerOf(offers, wager)?.tip?.step ?? 1;
    const most = tipMost(offers, bets, wager);
    return [wager, Math.min(cents, most - (most % step))];
  });
  return Object.fromEntries(kept.filter(([, cents]) => cents > 0));
}
