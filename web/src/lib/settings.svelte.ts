// What the person has chosen for this browser: kept in local storage, read with care.

export type Theme = 'system' | 'light' | 'dark';
export type Deck = 'two' | 'four';
export type Speed = 'normal' | 'fast' | 'instant';
/** When the coach speaks: never, after each decision, or before it. */
export type CoachMode = 'off' | 'after' | 'before';
export const COACHES: readonly CoachMode[] = ['off', 'after', 'before'];

export interface Kept {
  readonly theme: Theme;
  readonly deck: Deck;
  readonly speed: Speed;
  readonly sound: boolean;
  readonly keys: boolean;
  /** add a cut to the shuffle with every bet */
  readonly cuts: boolean;
  readonly coach: CoachMode;
  /** the strategy that choices are graded against, by its name */
  readonly strategy: string;
  /** whether the guided first hand was played or skipped */
  readonly guided: boolean;
}

/** Perfect play, by its name. */
export const PERFECT = 'optimal';

export const DEFAULTS: Kept = {
  theme: 'system',
  deck: 'two',
  speed: 'normal',
  sound: false,
  keys: true,
  cuts: true,
  coach: 'off',
  strategy: PERFECT,
  guided: false,
};
const KEY = 'pitboss.settings'; // public/theme.js reads it too
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Read settings out of stored text; whatever is not one of ours is left out. */
export function readKept(text: string | null): Kept {
  let found: unknown = null;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return DEFAULTS;
  }
  if (typeof found !== 'object' || found === null) return DEFAULTS;
  const have = found as Record<string, unknown>;
  const one = <T extends string>(key: string, words: readonly T[], other: T): T =>
    words.find((word) => word === have[key]) ?? other;
  const name = have['strategy'];
  return {
    theme: one('theme', ['system', 'light', 'dark'], DEFAULTS.theme),
    deck: one('deck', ['two', 'four'], DEFAULTS.deck),
    speed: one('speed', ['normal', 'fast', 'instant'], DEFAULTS.speed),
    sound: have['sound'] === true,
    keys: have['keys'] !== false,
    cuts: have['cuts'] !== false,
    coach: one('coach', COACHES, DEFAULTS.coach),
    strategy: typeof name === 'string' && NAME.test(name) ? name : DEFAULTS.strategy,
    guided: have['guided'] === true,
  };
}

class Settings {
  #kept = $state.raw<Kept>(DEFAULTS);
  #still = $state(false);

  get theme(): Theme {
    return this.#kept.theme;
  }
  get deck(): Deck {
    return this.#kept.deck;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  get keys(): boolean {
    return this.#kept.keys;
  }
  get cuts(): boolean {
    return this.#kept.cuts;
  }
  get coach(): CoachMode {
    return this.#kept.coach;
  }
  get guided(): boolean {
    return this.#kept.guided;
  }
  get strategy(): string {
    return this.#kept.strategy;
  }
  get chosenSpeed(): Speed {
    return this.#kept.speed;
  }
  /** The speed that counts: somebody who asked the system for less motion gets none. */
  get speed(): Speed {
    return this.#still ? 'instant' : this.#kept.speed;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#show();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still shows the choice until it is closed.
    }
  }

  /** Read what is kept, and follow the system and other tabs. */
  start(): () => void {
    const read = () => {
      try {
        this.#kept = readKept(localStorage.getItem(KEY));
      } catch {
        this.#kept = DEFAULTS;
      }
      this.#show();
    };
    const less = matchMedia('(prefers-reduced-motion: reduce)');
    const still = () => (this.#still = less.matches);
    read();
    still();
    window.addEventListener('storage', read);
    less.addEventListener('change', still);
    return () => {
      window.removeEventListener('storage', read);
      less.removeEventListener('change', still);
    };
  }

  #show(): void {
    const root = document.documentElement;
    if (this.#kept.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.#kept.theme;
    if (this.#kept.deck === 'four') root.dataset['deck'] = 'four';
    else delete root.dataset['deck'];
    root.dataset['speed'] = this.#kept.speed;
  }
}

export const settings = new Settings();

/** The coach's mode that a press of its key leads to. */
export function nextCoach(mode: CoachMode): CoachMode {
  return COACHES[(COACHES.indexOf(mode) + 1) % COACHES.length] ?? DEFAULTS.coach;
}

/** The theme that a press of the theme key leads to. */
export function otherTheme(theme: Theme, systemIsDark: boolean): Theme {
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark);
  return dark ? 'light' : 'dark';
}
