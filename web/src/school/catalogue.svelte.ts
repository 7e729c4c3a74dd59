// What can be practised: asked for once, used by all pages of the school.
import { get } from '../lib/api';
import type { SchoolCatalogue, SchoolKindCard } from '../lib/wire';

class Catalogue {
  found = $state.raw<SchoolCatalogue | null>(null);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      if (this.found === null) this.#asked = null;
    });
    return this.#asked;
  }

  async #ask(): Promise<void> {
    this.found = await get<SchoolCatalogue>('/api/school/kinds');
  }

  /** The kinds that a rule book gives occasion for, in their order. */
  of(rules: string): readonly SchoolKindCard[] {
    const has = this.found?.places.find((one) => one.name === rules)?.kinds ?? [];
    return this.found?.kinds.filter((one) => has.includes(one.name)) ?? [];
  }

  /** The cards of these kinds, in their order. */
  cards(names: readonly string[]): readonly SchoolKindCard[] {
    return this.found?.kinds.filter((one) => names.includes(one.name)) ?? [];
  }
}

export const catalogue = new Catalogue();
