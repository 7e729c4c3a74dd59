// The places whose rules may be played: asked for once, used by several pages.

import { get } from '../lib/api';
import { capital } from '../lib/words';
import type { RuleSetCard, RuleSets as Answer } from '../lib/wire';

class RuleSets {
  cards = $state.raw<readonly RuleSetCard[]>([]);
  /** False while the server still works out some edges. */
  known = $state(true);
  #asked: Promise<void> | null = null;

  /** Load them if they are not there or not whole; who shows them says what went wrong. */
  load(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      if (this.cards.length === 0 || !this.known) this.#asked = null;
    });
    return this.#asked;
  }

  async #ask(): Promise<void> {
    const { places, known } = await get<Answer>('/api/rules');
    this.cards = places;
    this.known = known;
  }

  title(name: string): string {
    return this.cards.find((card) => card.name === name)?.title ?? name.split('-').map(capital).join(' '); // until they are there
  }
}

export const ruleSets = new RuleSets();
