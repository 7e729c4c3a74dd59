// One table as this browser has it: the latest view, the felt as it is drawn, the bets being made.
import { get, inWords } from '../lib/api';
import { alertNow, say } from '../lib/announce.svelte';
import { myself } from '../lib/me.svelte';
import { settings } from '../lib/settings.svelte';
import { keyOf, TableSocket, type Ears, type LinkState } from '../lib/socket';
import type { Answered, Ask, Bank, Bye, Choice, Felt, Hand, Line, Refused, View, You } from '../lib/wire';
import { noteClosed, noteCut, noted, noteSeal } from '../verify/noted';
import type { Act } from './acts';
import { BetDraft } from './bets.svelte';
import { bankOf, seatOf } from './felt';
import { missing } from './funds';
import { Guard } from './guard.svelte';
import { keep, kept } from './kept';
import { controlsOf, isOver, modeOf, overOf, targetOf, type Mode } from './mode';
import { hasSlip } from './outcome';
import { Player } from './player.svelte';
import { ownSeed } from './seal';
import { tick } from './sound';
import { sentences } from './speech';

const LINES_MAX = 400;
const TICK_MS = 250;
const HURRY_S = 10;
const ANSWER_MS = 3_000; // after so long without an answer, we say that there is none yet
const NO_CHOICES: readonly Choice[] = [];

/** A settled hand of yours, and the seat that you had in it. */
export interface Own {
  readonly seat: number;
  readonly hand: Hand;
}

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
  /** whether something that was asked has had no answer for a while */
  unanswered = $state(false);
  /** whether you are sitting down just now: seat and chips come one after the other */
  joining = $state(false);
  /** You as far as the felt has told: no chips or net of a result before its cards. */
  you = $state.raw<You | null>(null);
  /** Your last settled hand, also after you have left. */
  own = $state.raw<Own | null>(null);
  dismissed = $state(0);
  now = $state(Date.now());
  readonly player = new Player(
    (frame) => tick(frame.move ? 'chip' : 'card'),
    () => this.#tell(),
  );
  readonly bets = new BetDraft(
    () => this.view?.offers ?? [],
    () => (this.refused = null),
  );
  readonly guard = new Guard();

  readonly seat = $derived(this.view?.you.seat ?? 0);
  readonly me = $derived(seatOf(this.view?.hand ?? null, this.seat));
  readonly mode = $derived<Mode>(
    this.view && !this.joining ? modeOf(this.view, this.player.told, this.dismissed) : 'loading',
  );
  /** What you may decide now: once the cards that it is about are shown. */
  readonly choices = $derived(this.mode === 'decide' ? (this.view?.you.choices ?? NO_CHOICES) : NO_CHOICES);
  /** Which controls stand in the dock: when others come, they are guarded. */
  readonly controls = $derived(controlsOf(this.view, this.mode));
  /** The felt that the drawing should come to. */
  readonly target = $derived<Hand | null>(this.view ? targetOf(this.view, this.dismissed) : null);
  readonly left = $derived(this.#left());
  /** What you could bet with. */
  readonly money = $derived({ chips: this.view?.you.chips ?? 0, purse: this.view?.you.purse ?? 0 });
  /** Whether no control acts now: something was asked, or the controls have just changed. */
  readonly resting = $derived(this.asking > 0 || this.guard.closed);
  /** Whether you leave after this hand. */
  readonly leaving = $derived(this.me?.leaving ?? false);
  /** Your round that is over and not yet put aside. */
  readonly over = $derived<Hand | null>(this.view ? overOf(this.view, this.mode, this.dismissed) : null);
  /** The bank of the round that is drawn, which may be the one before. */
  readonly bank = $derived<Bank | null>(bankOf(this.view, this.player.hand));
  /** What these bets take, with the largest fee on them. */
  readonly cost = $derived(this.bets.total + (this.felt?.fee_most ?? 0));
  /** What has to be bought for these bets first: 0: nothing; null: more than your purse has. */
  readonly buy = $derived(missing(this.cost, this.money.chips, this.money.purse));

  #socket: TableSocket;
  #offset = 0;
  #clock: ReturnType<typeof setInterval> | undefined;
  #hurried = 0;
  #heard: readonly Line[] = [];
  #settled: Own | null = null;

  constructor(name: string, ears: Partial<Ears> = {}) {
    this.name = name;
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
      this.guard.stop();
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
    else this.#holdCut(view);
    say(sentences(before, view).join(' ')); // one announcement for each event
    if (before && before.standing !== view.standing && view.standing === 'stopped')
      alertNow('The table has stopped. Every chip is safe.');
    if (before && view.lines.some((line) => line.name === 'rules-changed')) void this.#print(); // other limits
    this.#log(view.lines);
    this.#socket.know(view.number);
    this.#prepare(view);
    if (before?.you.purse !== view.you.purse || before.you.seat !== view.you.seat) void myself.load();
    if (view.you.choices.length && !before?.you.choices.length) tick('turn');
    this.#remember(before, view);
    this.draw();
    if (this.player.told) this.#tell();
  }

  /** Bring the drawing to where the table is. */
  draw(): void {
    const { view, target } = this;
    if (!view || !target) return;
    this.player.show(target, {
      speed: settings.speed,
      atOnce: this.player.hand === null,
      asked: view.you.choices.length > 0,
    });
  }

  // -- what the person does ---------------------------------------------------------------------

  async ask(ask: Ask): Promise<Answered> {
    this.refused = null;
    this.player.skip();
    this.asking += 1;
    if (settings.cuts && (ask.do === 'bets' || ask.do === 'take-bank')) void this.cut();
    this.joining = ask.do === 'sit';
    const late = setTimeout(() => (this.unanswered = true), ANSWER_MS);
    try {
      const answer = await this.#socket.ask(ask);
      if (!answer.ok) {
        this.refused = answer.refused ?? { reason: 'refused', text: 'The table said no.', clauses: [], readings: [] }; // the dock says it aloud
      }
      return answer;
    } finally {
      clearTimeout(late);
      this.asking -= 1;
      if (this.asking === 0) this.unanswered = false;
      this.joining = false;
    }
  }

  /** Add chance of this browser's own to the shuffle: once a hand. The cut that is in, or nothing. */
  async cut(): Promise<string> {
    const { view, seat, me } = this;
    if (!view || !seat || me?.seeded || view.hand.phase !== 'bets' || view.hand.shuffle.commitment === '') return '';
    const [{ round }, seed] = [view.hand, ownSeed()];
    // One id for all windows of this person: whichever comes first has cut, and no other replaces it.
    const answer = await this.#socket.ask({ do: 'seed', seed }, `cut-${round}-of-seat-${seat}`);
    if (!answer.ok) return '';
    noteCut(view.table, round, { seat, seed });
    if (this.view && this.view.hand.phase !== 'bets') this.#holdCut(this.view);
    return seed;
  }

  /** Whether a press at this moment may do something; `at` is its event's time stamp. */
  lets(at: number): boolean {
    return this.asking === 0 && this.guard.lets(at);
  }

  /** Do what a button says: with a buy-in first, where it says so. */
  async act(one: Act): Promise<void> {
    if (one.buy === null || !(await this.#bought(one.buy))) return;
    await this.ask(one.ask);
  }

  /** Put down the bets that are on the slip, with a buy-in first where the chips are too few. */
  async deal(): Promise<void> {
    const { draft, tips } = this.bets;
    if (this.buy === null || !(await this.#bought(this.buy))) return;
    const answer = await this.ask({ do: 'bets', wagers: draft, tips });
    if (answer.ok) return this.bets.placed(draft, this.felt?.rules ?? '');
    if (this.mode === 'review') this.#dismiss(); // the bets are to be changed
    this.draw();
  }

  /** Leave the last round and make other bets. */
  change(): void {
    this.#dismiss();
    this.refused = null;
    this.draw();
  }

  /** The stake to begin with: the last one, or what covers all that the others may bet. */
  usualStake(): number {
    const bank = this.view?.bank;
    if (!bank) return 0;
    const last = Number(this.felt ? kept(stakeKey(this.felt)) : null) || bank.cover;
    return Math.max(bank.least, Math.min(bank.most, last));
  }
  async takeBank(stake: number): Promise<void> {
    const answer = await this.ask({ do: 'take-bank', stake });
    if (answer.ok && this.felt) keep(stakeKey(this.felt), String(stake));
  }
  async takeBack(): Promise<void> {
    const answer = await this.ask({ do: 'clear' });
    if (answer.ok) this.bets.takenBack();
  }
  dismissRefusal(): void {
    this.refused = null;
  }

  // -- inside -----------------------------------------------------------------------------------

  #dismiss(): void {
    this.dismissed = this.view?.last?.round ?? this.dismissed;
  }

  /** Bets are closed: hold the own cut against what the table says will be shuffled. */
  #holdCut({ table, hand, you }: View): void {
    if (hand.round === 0 || hand.shuffle.commitment === '') return;
    const { seal, cut } = noted(table, hand.round);
    if (seal) noteClosed(table, hand.round, hand.shuffle.seeds); // this browser was there while bets were open
    if (!cut || cut.seat !== you.seat || hand.shuffle.seeds[String(cut.seat)] === cut.seed) return;
    const text =
      'The table does not use the cut that your browser sent. Do not trust this hand; keep its proof and tell the floor.';
    if (this.refused?.reason !== 'cut') alertNow(text);
    this.refused = { reason: 'cut', text, clauses: [], readings: [] };
  }

  async #bought(cents: number): Promise<boolean> {
    return cents === 0 || (await this.ask({ do: 'buy-in', chips: cents })).ok;
  }

  /** The felt has told all that is known: so may everything beside it. */
  #tell(): void {
    this.you = this.view?.you ?? null;
    this.lines = this.#heard;
    this.own = this.#settled;
  }

  /** Keep your last settled hand: it stays to be read when you have left. */
  #remember(before: View | null, view: View): void {
    const seat = view.you.seat || before?.you.seat || 0;
    if (before && !view.you.seat && !before.you.seat) return;
    for (const hand of [view.last, view.hand]) {
      const mine = seatOf(hand, seat);
      const owned =
        mine && (mine.player === view.you.name || (mine.player === '' && before?.hand.round === hand?.round));
      if (hand && owned && isOver(hand) && hasSlip(hand, seat)) this.#settled = { seat, hand };
    }
  }

  #prepare(view: View): void {
    if (view.offers.length === 0) return;
    const mine = seatOf(view.hand, view.you.seat);
    if (mine && mine.spots.length > 0) return;
    this.bets.prepare(this.felt?.rules ?? '');
  }

  #log(lines: readonly Line[]): void {
    const known = this.#heard.at(-1)?.number ?? -1;
    const fresh = lines.filter((line) => line.number > known);
    if (fresh.length) this.#heard = [...this.#heard, ...fresh].slice(-LINES_MAX);
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
    if (state === 'lost' && this.link === 'live') say('Connection lost. Reconnecting.');
    if (state === 'live' && this.link === 'lost') say('Connected again.');
    this.link = state;
  }

  async #print(): Promise<void> {
    try {
      const key = new URLSearchParams(keyOf(location.search)).toString();
      this.felt = await get<Felt>(`/api/tables/${encodeURIComponent(this.name)}${key && `?${key}`}`);
      const chips = this.felt.chips;
      if (!chips.includes(this.bets.chip)) this.bets.chip = chips[0] ?? 500;
      if (this.view) this.#prepare(this.view); // it came before we knew under which rules
    } catch (error) {
      this.error = inWords(error);
    }
  }
}

const stakeKey = (felt: Felt): string => `pitboss.stake.${felt.rules}`;
