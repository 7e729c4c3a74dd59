// The lobby as it changes: over its socket, and by asking now and then while that does not work.

import { get, inWords } from '../lib/api';
import { Reconnecting, socketUrl } from '../lib/reconnecting';
import type { Lobby } from '../lib/wire';

const ASK_MS = 8_000; // between two questions while the socket is away

class LiveLobby {
  lobby = $state.raw<Lobby | null>(null);
  live = $state(false);
  error = $state('');
  #line: Reconnecting | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  start(): () => void {
    void this.ask();
    this.#line = new Reconnecting({
      url: () => socketUrl('/ws/lobby'),
      onMessage: (message) => this.#hear(message),
      onState: (state) => (this.live = state === 'live'),
    });
    this.#line.start();
    this.#timer = setInterval(() => {
      if (!this.live && document.visibilityState === 'visible') void this.ask();
    }, ASK_MS);
    return () => {
      clearInterval(this.#timer);
      this.#line?.end();
      this.#line = null;
    };
  }

  async ask(): Promise<void> {
    try {
      this.lobby = await get<Lobby>('/api/tables');
      this.error = '';
    } catch (error) {
      this.error = inWords(error);
    }
  }

  #hear(message: unknown): void {
    if (!isLobby(message)) return;
    this.lobby = message;
    this.error = '';
  }
}

/** Whether a message is a whole lobby; anything else of the socket is no concern of the page. */
export function isLobby(message: unknown): message is Lobby {
  return typeof message === 'object' && message !== null && 'tables' in message && 'rule_sets' in message;
}

export const liveLobby = new LiveLobby();
