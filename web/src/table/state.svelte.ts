// One table as this browser has it: the latest view, the felt as it is drawn, the bets being made.
import { get, inWords } from '../lib/api';
import { alertNow, say } from '../lib/announce.svelte';
import { myself } from '../lib/me.svelte';
import { settings } from '../lib/settings.svelte';
import { keyOf, TableSocket, type Ears, type LinkState } from '../lib/socket';
import type { Answered, Ask, Bank, Bye, Felt, Hand, Line, Refused, Seat, View } from '../lib/wire';
import { noteSeal } from '../verify/noted';
import { Player } from './player.svelte';
import { again, doubled, fit, least, less, more, offerOf, put, readBets, sum, withChip, type Bets } from './slip';
import { tick } from './sound';
import { tipLess, tipMore, tipsBeside } from './tips';
import { sentences } from './speech';

export type Mode = 'loading' | 'watch' | 'bank' | 'decide' | 'review' | 'bet' | 'placed' | 'wait';

const LINES_MAX = 400;
const TICK_MS = 250;
const HURRY_S = 10;

export class TableState {
  readonly name: string;
  felt = $state.raw<Felt | null>(null);
  view = $state.raw<View | null>(null);
  lines = $state.raw<readonly Line[]>([]);
  link = $state<LinkState>('connecting');
  bye = $state.raw<Bye | null>(null);
  error = $state('');
  refused = $state.raw<Refused | null>(null);
  asking = $state(0);
  draft = $state.raw<Bets>({});
  repeatable = $state.raw<Bets>({});
  /** for the dealer, beside the wagers; never kept for another hand */
  tips = $state.raw<Bets>({});
  /** whether a tip rides on your Play, where one may */
  tipPlay = $state(false);
  chip = $state(500);
  dismissed = $state(0);
  now = $state(Date.now());
  readonly player: Player;

  readonly seat = $derived(this.view?.you.seat ?? 0);
  readonly me = $derived(seatOf(this.view?.hand ?? null, this.seat));
  readonly mode = $derived(this.#mode());
  /** The felt that the drawing should come to. */
  readonly target = $derived(this.#target());
  readonly left = $derived(this.#left());
  /** Your round that is over and not yet put aside. */
  readonly over = $derived(this.#over());
  /** The bank of the round that is drawn, which may be the one before. */
  readonly bank = $derived(this.#bank());
  readonly total = $derived(sum(this.draft) + sum(this.tips));
  /** Whether the chips in front of you are too few for these bets and the largest fee on them. */
  readonly short = $derived(this.total + (this.felt?.fee_most ?? 0) > (this.view?.you.chips ?? 0));

  #socket: TableSocket;
  #offset = 0;
  #clock: ReturnType<typeof setInterval> | undefined;
  #hurried = 0;
  #touched = false;

  constructor(name: string, ears: Partial<Ears> = {}) {
    this.name = name;
    this.player = new Player((frame) => tick(frame.move ? 'chip' : 'card'));
    this.#socket = new TableSocket(name, {
      onView: (view) => this.hear(view),
      onHello: (hello) => (this.#offset = hello.at - Date.now()),
      onBye: (bye) => (this.bye = bye),
      onState: (state) => this.#linked(state),
      ...ears,
    });
  }

  start(): () => void {
    void this.#print();
    this.#socket.start();
    this.#clock = setInterval(() => this.#tick(), TICK_MS);
    return () => {
      clearInterval(this.#clock);
      this.#socket.end();
      this.player.stop();
    };
  }

  retry(): void {
    this.#socket.retry();
  }

  /** Take a new view: what changed is said, drawn and logged. */
  hear(view: View): void {
    const before = this.view;
    if (before && view.number < before.number) return; // an older one that came late
    this.view = view;
    if (view.hand.phase === 'bets') noteSeal(view.table, view.hand.round, view.hand.shuffle.commitment);
    for (const words of sentences(before, view)) say(words);
    if (before && before.standing !== view.standing && (view.standing === 'paused' || view.standing === 'stopped')) alertNow('Table stopped.');
    this.#log(view.lines);
    this.#socket.know(view.number);
    this.#prepare(view);
    if (before?.you.purse !== view.you.purse || before.you.seat !== view.you.seat) void myself.load();
    if (view.you.choices.length && !before?.you.choices.length) tick('turn');
    this.draw();
  }

  /** Bring the drawing to where the table is. */
  draw(): void {
    const { view, target } = this;
    if (!view || !target) return;
    const atOnce = view.you.choices.length > 0 || this.player.hand === null;
    this.player.show(target, view.you.seat, { speed: settings.speed, atOnce });
  }

  // -- what the person does ---------------------------------------------------------------------

  async ask(ask: Ask): Promise<Answered> {
    this.refused = null;
    this.player.skip();
    this.asking += 1;
    try {
      const answer = await this.#socket.ask(ask);
      if (!answer.ok) {
        const refused = answer.refused ?? { reason: 'refused', text: 'The table said no.', clauses: [], readings: [] };
        this.refused = refused;
        say(refused.text);
      }
      return answer;
    } finally {
      this.asking -= 1;
    }
  }

  /** Put down the bets that are on the slip. */
  async deal(): Promise<void> {
    const bets = this.draft;
    if (this.mode === 'review') this.change();
    const answer = await this.ask({ do: 'bets', wagers: bets, tips: this.tips });
    if (!answer.ok) return;
    this.#keep(bets);
    this.tips = {};
    this.tipPlay = false;
  }

  /** Leave the last round and make other bets. */
  change(): void {
    this.dismissed = this.view?.last?.round ?? this.dismissed;
    this.refused = null;
    this.draw();
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
    this.#tip(wager, tipMore(this.view?.offers ?? [], this.draft, wager, this.tips[wager] ?? 0));
  }
  tipLess(wager: string): void {
    this.#tip(wager, tipLess(this.view?.offers ?? [], wager, this.tips[wager] ?? 0));
  }
  repeat(): void {
    this.#draft(again(this.repeatable, this.view?.offers ?? []));
  }
  double(): void {
    this.#draft(doubled(this.draft, this.view?.offers ?? []));
  }
  clear(): void {
    this.#draft({});
  }
  async takeBack(): Promise<void> {
    const answer = await this.ask({ do: 'clear' });
    if (answer.ok) this.#touched = true;
  }
  dismissRefusal(): void {
    this.refused = null;
  }

  // -- inside -----------------------------------------------------------------------------------

  #bet(wager: string, change: (offer: NonNullable<ReturnType<typeof offerOf>>, now: number) => number): void {
    const offers = this.view?.offers ?? [];
    const offer = offerOf(offers, wager);
    if (!offer) return;
    tick('chip');
    this.#draft(put(this.draft, offers, wager, change(offer, this.draft[wager] ?? 0)));
  }

  #tip(wager: string, cents: number): void {
    tick('chip');
    this.#touched = true;
    this.refused = null;
    this.tips = tipsBeside({ ...this.tips, [wager]: cents }, this.draft, this.view?.offers ?? []);
  }

  #draft(bets: Bets): void {
    this.#touched = true;
    this.refused = null;
    this.draft = bets;
    this.tips = tipsBeside(this.tips, bets, this.view?.offers ?? []);
  }

  #prepare(view: View): void {
    if (view.offers.length === 0) return;
    const mine = seatOf(view.hand, view.you.seat);
    if (mine && mine.spots.length > 0) return;
    if (Object.keys(this.repeatable).length === 0 && this.felt) {
      this.repeatable = readBets(kept(this.#key(this.felt)));
    }
    if (!this.#touched || sum(this.draft) === 0) {
      const bets = again(this.repeatable, view.offers);
      if (!this.#touched) this.draft = sum(bets) > 0 ? bets : least(view.offers);
    } else this.draft = again(this.draft, view.offers);
  }

  #keep(bets: Bets): void {
    this.repeatable = bets;
    this.#touched = false;
    try {
      if (this.felt) localStorage.setItem(this.#key(this.felt), JSON.stringify(bets));
    } catch {
      // Not kept: the next visit begins with the least.
    }
  }

  #key(felt: Felt): string {
    return `pitboss.bets.${felt.rules}`;
  }

  #log(lines: readonly Line[]): void {
    const known = this.lines.at(-1)?.number ?? -1;
    const fresh = lines.filter((line) => line.number > known);
    if (fresh.length) this.lines = [...this.lines, ...fresh].slice(-LINES_MAX);
  }

  #mode(): Mode {
    const { view } = this;
    if (!view) return 'loading';
    if (!view.you.seat) return 'watch';
    if (view.standing === 'stopped') return 'wait';
    if (view.bank && view.bank.offered === view.you.seat) return 'bank';
    if (view.you.choices.length) return 'decide';
    const me = seatOf(view.hand, view.you.seat);
    if (view.hand.phase !== 'bets' || view.offers.length === 0 || me?.state === 'banking') return 'wait';
    if (view.bank && view.bank.seat === null) return 'wait'; // no bets before somebody holds the bank
    if (me && me.spots.length > 0) return 'placed';
    return this.#reviews(view) ? 'review' : 'bet';
  }

  #reviews(view: View): boolean {
    if (!view.last || view.last.round <= this.dismissed) return false;
    const mine = seatOf(view.last, view.you.seat);
    return mine !== null && mine.player === view.you.name && (mine.net !== null || mine.spots.length > 0);
  }

  #target(): Hand | null {
    const { view } = this;
    if (!view) return null;
    if (view.hand.phase !== 'bets' || !view.last) return view.hand;
    const me = seatOf(view.hand, view.you.seat);
    const watching = !view.you.seat || me?.state === 'banking';
    if (watching) return view.hand.seats.some((seat) => seat.spots.length > 0) ? view.hand : view.last;
    return me && me.spots.length === 0 && this.#reviews(view) ? view.last : view.hand;
  }

  #over(): Hand | null {
    const { view, mode } = this;
    if (!view || (mode !== 'review' && mode !== 'wait')) return null;
    if (view.hand.phase === 'settled' || view.hand.phase === 'void') return view.hand;
    return view.hand.phase === 'bets' && this.#reviews(view) ? view.last : null;
  }

  #bank(): Bank | null {
    const { view } = this;
    const { hand } = this.player;
    if (!view?.bank || !hand || hand.round === view.hand.round) return view?.bank ?? null;
    const seat = hand.seats.find((one) => one.state === 'banking')?.seat ?? null;
    return { seat, stake: 0, left: 0, offered: null, least: view.bank.least, most: 0, fee: view.bank.fee };
  }

  #left(): number | null {
    const deadline = this.view?.deadline ?? null;
    return deadline === null ? null : Math.min(Math.max(0, deadline - this.now), this.view?.waits_ms ?? Infinity);
  }

  #tick(): void {
    this.now = Date.now() + this.#offset;
    const { view } = this;
    if (!view?.deadline || view.you.choices.length === 0 || this.left === null) return;
    if (this.left <= HURRY_S * 1000 && this.left > 0 && this.#hurried !== view.deadline) {
      this.#hurried = view.deadline;
      if ((view.waits_ms ?? 0) > HURRY_S * 1500) alertNow(`${HURRY_S} seconds left.`);
    }
  }

  #linked(state: LinkState): void {
    if (state === 'lost' && this.link === 'live') say('Connection lost. Trying again.');
    if (state === 'live' && this.link === 'lost') say('Connected again.');
    this.link = state;
  }

  async #print(): Promise<void> {
    try {
      const key = new URLSearchParams(keyOf(location.search)).toString();
      this.felt = await get<Felt>(`/api/tables/${encodeURIComponent(this.name)}${key && `?${key}`}`);
      const chips = this.felt.chips;
      if (!chips.includes(this.chip)) this.chip = chips[0] ?? 500;
      if (this.view) this.#prepare(this.view); // it came before we knew under which rules
    } catch (error) {
      this.error = inWords(error);
    }
  }
}

/** A seat of a hand; null where there is none, or you watch. */
export function seatOf(hand: Hand | null, seat: number): Seat | null {
  return seat ? (hand?.seats.find((one) => one.seat === seat) ?? null) : null;
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
