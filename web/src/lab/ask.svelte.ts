// One question of a panel, asked again while it is being counted; a new question ends the old one.
import { untilThere } from '../coach/load';
import { get, post } from '../lib/api';

const KEYS_MS = 150; // after the last change, before the question is asked

/** What a panel knows of its question. */
export class Asked<T extends object> {
  answer = $state.raw<T | null>(null);
  /** the question that was answered: its path, or its body */
  of = $state('');
  waits = $state('');
  failed = $state('');

  /** Ask; returns what ends the asking. The last answer stays until the next is there. */
  ask(path: string, wait = KEYS_MS, body?: object): () => void {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      this.failed = '';
      stop = untilThere<T>((signal) => (body ? post<T>(path, body) : get<T>(path, signal)), {
        found: (answer) => {
          this.answer = answer;
          this.of = body ? JSON.stringify(body) : path;
          this.waits = this.failed = '';
        },
        waits: (text) => (this.waits = text),
        fails: (text) => {
          this.answer = null;
          this.waits = '';
          this.failed = text;
        },
      });
    }, wait);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }
}
