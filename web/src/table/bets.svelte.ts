// The bets that you are making: wagers and tips that are not on the table yet, and those of the last hand.
import type { Offer } from '../lib/wire';
import { kept, keep } from './kept';
import {
  again,
  doubled,
  fit,
  least,
  less,
  more,
  offerOf,
  putWithNeeds,
  readBets,
  sum,
  withChip,
  type Bets,
} from './slip';
import { tick } from './sound';
import { tipLess, tipMore, tipsBeside } from './tips';

export class BetDraft {
  draft = $state.raw<Bets>({});
  repeatable = $state.raw<Bets>({});
  /** for the dealer, beside the wagers; never kept for another hand */
  tips = $state.raw<Bets>({});
  /** whether a tip rides on your Play, where one may */
  tipPlay = $state(false);
  chip = $state(500);

  readonly total = $derived(sum(this.draft) + sum(this.tips));

  #touched = false;
  #offers: () => readonly Offer[];
  #onChange: () => void;

  /** `offers`: what the table takes now; `onChange`: somebody has changed a bet. */
  constructor(offers: () => readonly Offer[], onChange: () => void) {
    this.#offers = offers;
    this.#onChange = onChange;
  }

  add(wager: string): void {
    this.#bet(wager, (offer, now) => withChip(offer, now, this.chip));
  }
  more(wager: string): void {
    this.#bet(wager, more);
  }
  less(wager: string): void {
    this.#bet(wager, less);
  }
  none(wager: string): void {
    this.#bet(wager, () => 0);
  }
  set(wager: string, cents: number): void {
    this.#bet(wager, (offer) => fit(offer, cents));
  }
  tipMore(wager: string): void {
    this.#tip(wager, tipMore(this.#offers(), this.draft, wager, this.tips[wager] ?? 0));
  }
  tipLess(wager: string): void {
    this.#tip(wager, tipLess(this.#offers(), wager, this.tips[wager] ?? 0));
  }
  repeat(): void {
    this.#change(again(this.repeatable, this.#offers()));
  }
  double(): void {
    this.#change(doubled(this.draft, this.#offers()));
  }
  clear(): void {
    this.#change({});
  }

  /** Begin a hand under these rules: with the last bets, the least ones, or what you have changed, as far as it is taken. */
  prepare(rules: string): void {
    const offers = this.#offers();
    if (Object.keys(this.repeatable).length === 0 && rules) this.repeatable = readBets(kept(keyOf(rules)));
    if (!this.#touched) {
      const bets = again(this.repeatable, offers);
      this.draft = sum(bets) > 0 ? bets : least(offers);
    } else if (sum(this.draft) > 0) this.draft = again(this.draft, offers);
  }

  /** These bets are on the table: the next hand begins with them. */
  placed(bets: Bets, rules: string): void {
    this.repeatable = bets;
    this.#touched = false;
    this.tips = {};
    this.tipPlay = false;
    if (rules) keep(keyOf(rules), JSON.stringify(bets));
  }

  /** The bets were taken back and are changed now. */
  takenBack(): void {
    this.#touched = true;
  }

  #bet(wager: string, change: (offer: Offer, now: number) => number): void {
    const offers = this.#offers();
    const offer = offerOf(offers, wager);
    if (!offer) return;
    tick('chip');
    this.#change(putWithNeeds(this.draft, offers, wager, change(offer, this.draft[wager] ?? 0)));
  }

  #tip(wager: string, cents: number): void {
    tick('chip');
    this.#change(this.draft, { ...this.tips, [wager]: cents });
  }

  #change(bets: Bets, tips: Bets = this.tips): void {
    this.#touched = true;
    this.#onChange();
    this.draft = bets;
    this.tips = tipsBeside(tips, bets, this.#offers());
  }
}

const keyOf = (rules: string): string => `pitboss.bets.${rules}`;
