// Who you are to this house; loaded once, and again after anything that changes it.
import { get, inWords, keepCsrf, onStranger } from './api';
import type { Me } from './wire';

class Myself {
  me = $state.raw<Me | null>(null);
  error = $state('');
  /** Whether the first answer is there: before it, nothing else may be asked. */
  asked = $state(false);
  #loading: Promise<Me | null> | null = null;

  has(role: string): boolean {
    const roles = this.me?.roles ?? [];
    return roles.includes(role) || roles.includes('administrator');
  }

  keep(me: Me): void {
    keepCsrf(me.csrf);
    this.me = me;
    this.error = '';
  }

  /** Load, or wait for the load that is under way. */
  load(): Promise<Me | null> {
    this.#loading ??= this.#ask().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #ask(): Promise<Me | null> {
    try {
      this.keep(await get<Me>('/api/me'));
    } catch (error) {
      this.error = inWords(error);
    }
    this.asked = true;
    return this.me;
  }
}

export const myself = new Myself();
export const loadMe = (): Promise<Me | null> => myself.load();
onStranger(loadMe);
