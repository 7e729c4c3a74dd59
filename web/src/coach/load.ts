// Asks for prices until they are there: the first use of the odds is compiled, which takes a while.
import { ApiError, get, inWords } from '../lib/api';

const AGAIN_MS = 2_000;
const LATER: readonly string[] = ['not-yet', 'busy', 'too-many', 'worker-ended', 'leaving'];
const ASK_AGAIN = '; ask again in a moment';

export interface Told<T> {
  readonly found: (answer: T) => void;
  /** why there is no answer yet, in a sentence */
  readonly waits: (text: string) => void;
  readonly fails: (text: string) => void;
}

/** Ask now, and again while the server says that it is not ready; returns what ends the asking. */
export function askUntilThere<T extends object>(path: string, told: Told<T>, again = AGAIN_MS): () => void {
  return untilThere((signal) => get<T>(path, signal), told, again);
}

/** The same for any request that may be repeated. */
export function untilThere<T extends object>(
  ask: (signal: AbortSignal) => Promise<T>,
  told: Told<T>,
  again = AGAIN_MS,
): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (text: string): void => {
    told.waits(text);
    timer = setTimeout(() => void once(), again);
  };
  const once = async (): Promise<void> => {
    try {
      const answer = await ask(stop.signal);
      if (stop.signal.aborted) return;
      const why = 'waiting' in answer ? String(answer.waiting) : '';
      if (why === '') told.found(answer);
      else wait(inWords(new Error(why)));
    } catch (error) {
      if (stop.signal.aborted) return;
      if (error instanceof ApiError && LATER.includes(error.reason)) {
        wait(inWords(new Error(error.detail.replace(ASK_AGAIN, '')))); // said to programs: a page does it by itself
      } else told.fails(inWords(error));
    }
  };
  void once();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
