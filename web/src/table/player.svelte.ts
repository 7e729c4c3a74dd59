// Shows felt after felt in time; nobody is asked for a decision before they have seen what it is about.
import type { Speed } from '../lib/settings.svelte';
import type { Hand } from '../lib/wire';
import { frames, lengthOf, type Frame } from './frames';

const BEHIND_MS_MAX = 9_000; // more than that, and what is shown is no longer what is
const ASKED_MS_MAX = 1_500; // while you are asked to act, since your clock runs
const PACE: Readonly<Record<Speed, number>> = { normal: 1, fast: 0.4, instant: 0 };

export class Player {
  /** The felt as it is drawn now. */
  hand = $state.raw<Hand | null>(null);
  /** The picture that stands now, with its line. */
  frame = $state.raw<Frame | null>(null);
  /** Whether something is still to come. */
  busy = $state(false);
  /** Whether all cards lie open and are named: the result may be told while the wagers are still being paid. */
  readonly told = $derived(!this.busy || this.frame?.move != null);

  #queue: Frame[] = [];
  #end: Hand | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onFrame: (frame: Frame) => void;
  #onTold: () => void;

  constructor(onFrame: (frame: Frame) => void = () => {}, onTold: () => void = () => {}) {
    this.#onFrame = onFrame;
    this.#onTold = onTold;
  }

  /** Go to a felt: step by step, or at once; `asked`: the player is waited for. */
  show(to: Hand, how: { readonly speed: Speed; readonly atOnce: boolean; readonly asked?: boolean }): void {
    const next = frames(this.#end, to);
    this.#end = to;
    const pace = PACE[how.speed];
    if (pace === 0 || how.atOnce || next.length < 2) {
      if (next.length < 2 && this.busy && !how.atOnce && this.hand?.round === to.round) {
        this.#queue.push(...next);
        return;
      }
      this.skip();
      return;
    }
    this.#queue.push(...next.map((frame) => ({ ...frame, ms: frame.ms * pace })));
    if (lengthOf(this.#queue) > (how.asked ? ASKED_MS_MAX : BEHIND_MS_MAX)) this.skip();
    else if (!this.busy) this.#step();
  }

  /** Drop what is still to come. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.busy = false;
    this.frame = null;
    this.hand = this.#end;
    this.#onTold();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    const frame = this.#queue.shift();
    if (!frame) {
      this.busy = false;
      this.frame = null;
      this.#onTold();
      return;
    }
    this.busy = true;
    this.frame = frame;
    this.hand = frame.hand;
    this.#onFrame(frame);
    if (frame.move) this.#onTold();
    if (frame.ms === 0) this.#step();
    else this.#timer = setTimeout(() => this.#step(), frame.ms);
  }
}
