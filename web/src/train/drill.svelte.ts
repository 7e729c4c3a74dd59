// One drill in this browser: the spot that is shown, what was answered, and what the server said to it.
import { untilThere } from '../coach/load';
import { choiceWord, streetOf } from '../coach/words';
import { say } from '../lib/announce.svelte';
import { get, post } from '../lib/api';
import { cardsWords } from '../lib/cards';
import { Guard } from '../table/guard.svelte';
import type { Drill, Graded, TrainSpot } from '../lib/wire';

/** A spot that was answered. */
export interface Answered {
  readonly spot: TrainSpot;
  readonly answer: readonly string[];
  readonly graded: Graded;
}

export class DrillState {
  drill = $state.raw<Drill | null>(null);
  /** the spot on the felt: to be answered, or answered and looked at */
  spot = $state.raw<TrainSpot | null>(null);
  /** what was said to the spot on the felt; null: it is still to be answered */
  graded = $state.raw<Graded | null>(null);
  /** the answer before the spot on the felt */
  last = $state.raw<Answered | null>(null);
  /** cards or hands that are marked now */
  marked = $state.raw<ReadonlySet<string>>(new Set());
  /** the answer to the spot on the felt, once it is given */
  chosen = $state.raw<readonly string[]>([]);
  busy = $state(false);
  waits = $state('');
  failed = $state('');
  readonly guard = new Guard();
  readonly id: string;
  #stop: (() => void) | null = null;

  /** Whether no control acts now: an answer is on its way, or the spot has just changed. */
  readonly resting = $derived(this.busy || this.guard.closed);
  readonly over = $derived(this.drill !== null && this.spot === null);

  constructor(id: string) {
    this.id = id;
  }

  /** Load the drill, as after a reload; returns what ends it. */
  start(): () => void {
    this.#stop = untilThere<Drill>((signal) => get<Drill>(this.#path, signal), {
      found: (drill) => {
        this.waits = '';
        this.#show(drill, drill.spot);
      },
      waits: (text) => (this.waits = text),
      fails: (text) => (this.failed = text),
    });
    return () => {
      this.#stop?.();
      this.guard.stop();
    };
  }

  get #path(): string {
    return `/api/train/drills/${encodeURIComponent(this.id)}`;
  }

  /** Answer the spot on the felt; the same answer may be sent again after a lost connection. */
  answer(answer: readonly string[]): void {
    const spot = this.spot;
    if (!spot || this.graded || this.busy) return;
    this.busy = true;
    this.failed = '';
    this.chosen = answer;
    this.#stop?.();
    this.#stop = untilThere<Graded>(
      async () => {
        const graded = await post<Graded>(`${this.#path}/answers`, { number: spot.number, answer });
        // The prices may have to wait; a right answer goes on without them.
        return graded.right || graded.drill.kind === 'exam' ? { ...graded, waiting: '' } : graded;
      },
      {
        found: (graded) => this.#hear(spot, answer, graded),
        waits: (text) => (this.waits = text),
        fails: (text) => {
          this.busy = false;
          this.failed = text;
        },
      },
    );
  }

  mark(keys: readonly string[], on: boolean): void {
    if (this.graded || this.busy) return;
    const marked = new Set(this.marked);
    for (const key of keys) {
      if (on) marked.add(key);
      else marked.delete(key);
    }
    this.marked = marked;
  }

  /** Go on to the next spot after a refutation. */
  next(): void {
    if (!this.graded || !this.spot || !this.drill) return;
    this.last = { spot: this.spot, answer: this.chosen, graded: this.graded };
    this.#show(this.drill, this.drill.spot);
  }

  #hear(spot: TrainSpot, answer: readonly string[], graded: Graded): void {
    this.busy = false;
    this.waits = '';
    this.drill = graded.drill;
    // Nothing to learn from a right answer, and nothing is said before an examination ends.
    const exam = graded.drill.kind === 'exam';
    if (graded.right || exam) {
      this.last = { spot, answer, graded };
      this.#show(graded.drill, graded.drill.spot, exam ? '' : 'Right. ');
      return;
    }
    this.graded = graded;
    this.guard.close();
    say(spot.asks === 'choice' ? `Not the best: ${choiceWord(graded.best)} is.` : 'Not all right.');
  }

  #show(drill: Drill, spot: TrainSpot | null, before = ''): void {
    this.drill = drill;
    this.spot = spot;
    this.graded = null;
    this.chosen = [];
    this.marked = new Set();
    this.guard.close();
    say(before + (spot ? spotWords(spot, drill.kind === 'exam' ? 'Hand' : 'Spot') : 'The drill is over.'));
  }
}

/** A spot for the ear: "Spot 3 of 20, on the flop. Your cards: …. Board: …." */
export function spotWords(spot: TrainSpot, unit = 'Spot'): string {
  const parts = [`${unit} ${spot.place} of ${spot.of}, ${streetOf(spot.street).toLowerCase()}.`];
  if (spot.hole.length > 0) parts.push(`Your cards: ${cardsWords(spot.hole)}.`);
  if (spot.board.length > 0) parts.push(`Board: ${cardsWords(spot.board)}.`);
  if (spot.dead.length > 0) parts.push(`Seen elsewhere: ${cardsWords(spot.dead)}.`);
  return parts.join(' ');
}
