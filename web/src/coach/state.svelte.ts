// What the coach has said at a table: asked for whenever there may be something new.
import { say } from '../lib/announce.svelte';
import { settings } from '../lib/settings.svelte';
import type { CoachAtTable, CoachPrice } from '../lib/wire';
import type { TableState } from '../table/state.svelte';
import { askUntilThere } from './load';
import { NONE_SEEN, openCards, questionOf, readSeen, stillCounts, type SeenCard, type SeenInRound } from './seen';
import { amount, choiceWord, costWord, sentence } from './words';

const SOON = 'soon'; // the hand is settled, and its cards are still being turned

export class CoachState {
  found = $state.raw<CoachAtTable | null>(null);
  waits = $state('');
  failed = $state('');
  readonly #table: TableState;
  #typed = $state.raw<SeenInRound>(NONE_SEEN);

  /** Whether cards can be typed in as seen: while a hand of yours is being played. */
  readonly playing = $derived.by(() => {
    const hand = this.#table.view?.hand;
    const dealt = hand && hand.phase !== 'bets' && hand.phase !== 'settled' && hand.phase !== 'void';
    return Boolean(dealt && this.#table.me?.held);
  });
  /** The cards that count as seen in the hand the coach speaks of. */
  readonly seen = $derived.by<readonly SeenCard[]>(() =>
    stillCounts(this.#typed, this.#table.view?.hand) ? this.#typed.cards : NONE_SEEN.cards,
  );
  readonly #question = $derived(questionOf(settings.strategy, this.seen));

  /** Changes when there may be something new to say: asked, decided, settled. Nothing of a result before its cards. */
  readonly moment = $derived.by(() => {
    const view = this.#table.view;
    if (!view || !this.#table.seat || settings.coach === 'off') return '';
    const { hand } = view;
    if (hand.phase === 'settled' && !this.#table.player.told) return SOON;
    return [hand.round, hand.phase, hand.street, view.you.choices.length > 0, this.#table.me?.state].join();
  });
  /** The prices of the decision that the felt shows, where they are wanted before it. */
  readonly asked = $derived.by<CoachPrice | null>(() => {
    const hand = this.#table.view?.hand;
    const now = this.found?.round === hand?.round && this.found?.asked?.street === hand?.street;
    if (settings.coach !== 'before' || this.#table.choices.length === 0 || !now) return null;
    return this.found?.asked ?? null;
  });
  /** What the coach says while it has no price. */
  readonly quiet = $derived.by(() => {
    if (!this.#table.seat) return 'Take a seat, and the coach prices your choices.';
    if (this.failed || this.waits) return this.failed || this.waits;
    if (this.found?.time === 'after-round' && !this.found.over)
      return 'At a table with a clock or other people the coach speaks after the hand.';
    return settings.coach === 'before'
      ? 'When it is your turn, you’ll see here what each choice is worth.'
      : 'After each choice you’ll see here what it cost, and why.';
  });
  /** All in one line, for a phone. */
  readonly peek = $derived.by(() => {
    if (this.asked) return this.asked.choices.map((one) => `${choiceWord(one.name)} ${amount(one.cents)}`).join(' · ');
    const made = this.found?.decisions.at(-1);
    return made ? `${sentence(made, true)}: ${costWord(made, settings.strategy)}` : this.quiet;
  });

  constructor(table: TableState) {
    this.#table = table;
  }

  /** Ask, in an effect: it runs again with every new moment. */
  follow(): (() => void) | undefined {
    const { moment } = this;
    if (moment === '') this.found = null;
    if (moment === '' || moment === SOON) return undefined;
    return askUntilThere<CoachAtTable>(`/api/tables/${encodeURIComponent(this.#table.name)}/coach${this.#question}`, {
      found: (answer) => this.#hear(answer),
      waits: (text) => (this.waits = text),
      fails: (text) => this.#fail(text),
    });
  }

  /** Count typed cards as gone; the cards that were read. Raises one line for what is no card, or is no news. */
  see(text: string): readonly string[] {
    const hand = this.#table.view?.hand;
    if (!hand || !this.playing) throw new Error('Cards can be added while your hand is played.');
    const had = this.seen;
    const cards = readSeen(
      text,
      openCards(hand),
      had.map((one) => one.card),
    );
    const { street } = hand;
    this.#typed = { round: hand.round, cards: [...had, ...cards.map((card) => ({ card, street }))] };
    return cards;
  }

  /** Take a typed card out again. */
  unsee(card: string): void {
    this.#typed = { ...this.#typed, cards: this.#typed.cards.filter((one) => one.card !== card) };
  }

  /** Say what is wrong instead of prices that no longer hold. */
  #fail(text: string): void {
    this.found = null;
    this.failed = text;
    say(`Coach: ${text}`);
  }

  #hear(answer: CoachAtTable): void {
    const before = this.found;
    this.found = answer;
    this.waits = this.failed = '';
    const made = answer.decisions.at(-1);
    // Read out what is new, for those who do not see the panel.
    if (made && before?.round === answer.round && made.event !== before.decisions.at(-1)?.event)
      say(`Coach: ${sentence(made, true)}: ${costWord(made, settings.strategy)}.`);
    if (this.asked) say(`Coach: ${this.asked.reason.slice(0, 2).join(' ')}`);
  }
}
