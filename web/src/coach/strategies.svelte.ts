// The strategies that choices can be graded against: asked for once, by name and title.
import { get } from '../lib/api';
import { PERFECT } from '../lib/settings.svelte';
import type { Strategies as Answer, StrategyTitle } from '../lib/wire';

class Strategies {
  all = $state.raw<readonly StrategyTitle[]>([{ name: PERFECT, title: 'Perfect play', about: '' }]);
  #asked: Promise<void> | null = null;

  /** Load them once; without an answer perfect play is the only one to choose. */
  load(): void {
    this.#asked ??= get<Answer>('/api/odds/strategies').then(
      ({ strategies }) => void (this.all = strategies),
      () => void (this.#asked = null),
    );
  }

  title(name: string): string {
    return this.all.find((one) => one.name === name)?.title ?? name;
  }
}

export const strategies = new Strategies();
