// The figures of variants: a bound at once on each change, the exact value behind it, each asked for once.
import { untilThere } from '../coach/load';
import { ApiError, get, inWords } from '../lib/api';
import type { LabAnswer } from '../lib/wire';
import { questionOf } from './link';
import type { Draft } from './variant';

const BOUND_MS = 60; // after the last key, before the bound is asked for
const EXACT_MS = 350; // and the exact value
const KEPT_MAX = 60; // variants

/** What is known of one variant. */
export interface Known {
  readonly answer: LabAnswer | null;
  readonly waits: string;
  readonly fails: string;
}
const NOTHING: Known = { answer: null, waits: '', fails: '' };

class LabFiguresStore {
  #known = $state.raw<ReadonlyMap<string, Known>>(new Map());

  of(variant: Draft): Known {
    return this.#known.get(JSON.stringify(variant)) ?? NOTHING;
  }

  /** Ask for a variant, unless its exact value is here; returns what ends the asking. */
  ask(variant: Draft, wait = true): () => void {
    const key = JSON.stringify(variant);
    if (this.of(variant).answer?.figures?.exact) return () => undefined;
    let stop: () => void = () => undefined;
    const abort = new AbortController();
    const bound = setTimeout(() => void this.#bound(variant, key, abort.signal), wait ? BOUND_MS : 0);
    const exact = setTimeout(
      () => {
        stop = untilThere<LabAnswer>((signal) => get<LabAnswer>(questionOf('exact', variant), signal), {
          found: (answer) => this.#keep(key, { answer, waits: '', fails: '' }),
          waits: (waits) => this.#keep(key, { ...this.of(variant), waits }),
          fails: (fails) => this.#keep(key, { ...NOTHING, fails }),
        });
      },
      wait ? EXACT_MS : 0,
    );
    return () => {
      clearTimeout(bound);
      clearTimeout(exact);
      abort.abort();
      stop();
    };
  }

  async #bound(variant: Draft, key: string, signal: AbortSignal): Promise<void> {
    try {
      const answer = await get<LabAnswer>(questionOf('bound', variant), signal);
      if (answer.figures && !this.of(variant).answer?.figures?.exact) {
        this.#keep(key, { answer, waits: '', fails: '' });
      }
    } catch (why) {
      if (signal.aborted) return;
      // What is wrong with a variant is said at once; anything else the exact value will say.
      if (why instanceof ApiError && why.status === 400) this.#keep(key, { ...NOTHING, fails: inWords(why) });
    }
  }

  #keep(key: string, known: Known): void {
    const all = new Map(this.#known);
    all.delete(key);
    all.set(key, known);
    for (const oldest of all.keys()) {
      if (all.size <= KEPT_MAX) break;
      all.delete(oldest);
    }
    this.#known = all;
  }
}

export const labFigures = new LabFiguresStore();
