// Shows felt after felt in time; never in the way: whoever may act sees the end at once.
import type { Speed } from '../lib/settings.svelte';
import type { Hand } from '../lib/wire';
import { frames, lengthOf, type Frame } from './frames';

const BEHIND_MS_MAX = 9_000; // more than that, and what is shown is no longer what is
const PACE: Readonly<Record<Speed, number>> = { normal: 1, fast: 0.4, instant: 0 };

export class Player {
  /** The felt as it is drawn now. */
  hand = $state.raw<Hand | null>(null);
  /** The picture that stands now, with its line. */
  frame = $state.raw<Frame | null>(null);
  /** Whether something is still to come. */
  busy = $state(false);

  #queue: Frame[] = [];
  #end: Hand | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onFrame: (frame: Frame) => void;

  constructor(onFrame: (frame: Frame) => void = () => {}) {
    this.#onFrame = onFrame;
  }

  /** Go to a felt: step by step, or at once where the player is asked. */
  show(to: Hand, mine: number, how: { readonly speed: Speed; readonly atOnce: boolean }): void {
    const next = frames(this.#end, to, mine);
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
    if (lengthOf(this.#queue) > BEHIND_MS_MAX) this.skip();
    else if (!this.busy) this.#step();
  }

  /** Drop what is still to come. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.busy = false;
    this.frame = null;
    this.hand = this.#end;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    const frame = this.#queue.shift();
    if (!frame) {
      this.busy = false;
      this.frame = null;
      return;
    }
    this.busy = true;
    this.frame = frame;
    this.hand = frame.hand;
    this.#onFrame(frame);
    if (frame.ms === 0) this.#step();
    else this.#timer = setTimeout(() => this.#step(), frame.ms);
  }
}
