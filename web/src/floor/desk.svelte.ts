// The floor as the server pushes it, kept live; orders go out with an id of their own and happen once.
import { ApiError, get, inWords, post } from '../lib/api';
import { Reconnecting, socketUrl } from '../lib/reconnecting';
import type { Answered, FloorView, Irregularities, IrregularityKind, Refused, Remedy } from '../lib/wire';
import type { Declared } from './declare';

export type Link = 'opening' | 'live' | 'lost';
export interface Answer {
  ok: boolean;
  text: string;
  clauses: readonly string[];
}

class Desk {
  view = $state.raw<FloorView | null>(null);
  link = $state<Link>('opening');
  error = $state('');
  now = $state(Date.now());
  #ahead = 0; // the server's clock less ours

  /** Follow the floor until the returned function is called. */
  start(): () => void {
    const socket = new Reconnecting({
      url: () => socketUrl('/ws/floor'),
      onMessage: (message) => this.#hear(message),
      onState: (state) => {
        if (state === 'lost') this.link = 'lost';
      },
      ping: '{"type":"ping"}',
    });
    const tick = setInterval(() => (this.now = Date.now() + this.#ahead), 1000);
    void this.#load();
    socket.start();
    return () => {
      clearInterval(tick);
      socket.end();
    };
  }

  async #load(): Promise<void> {
    try {
      const view = await get<FloorView>('/api/floor');
      if (this.view === null) this.#take(view);
    } catch (error) {
      if (this.view === null) this.error = inWords(error);
    }
  }

  #hear(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    if (message.type === 'floor') {
      this.#take(message as FloorView);
      this.link = 'live';
    }
  }

  #take(view: FloorView): void {
    this.view = view;
    this.error = '';
    this.#ahead = view.at - Date.now();
    this.now = view.at;
  }

  /** Give an order; the answer is in words, whether the table or the gate refused it. */
  async order(table: string, order: unknown, id: string): Promise<Answer> {
    try {
      const answer = await post<Partial<Answered>>(`/api/floor/${encodeURIComponent(table)}/orders`, { id, order });
      return answer.ok === false ? refusedWords(answer.refused) : { ok: true, text: '', clauses: [] };
    } catch (error) {
      return { ok: false, text: inWords(error), clauses: error instanceof ApiError ? error.clauses : [] };
    }
  }

  async acknowledge(id: string): Promise<Answer> {
    try {
      await post('/api/floor/seen', { id });
      return { ok: true, text: '', clauses: [] };
    } catch (error) {
      return { ok: false, text: inWords(error), clauses: [] };
    }
  }

  async kinds(table: string): Promise<readonly IrregularityKind[]> {
    return (await get<Irregularities>(`/api/floor/${encodeURIComponent(table)}/irregularities`)).kinds;
  }

  remedy(table: string, declared: Declared): Promise<Remedy> {
    return post<Remedy>(`/api/floor/${encodeURIComponent(table)}/remedy`, declared);
  }
}

function refusedWords(refused: Refused | null | undefined): Answer {
  return { ok: false, text: refused?.text ?? 'The table refused this.', clauses: refused?.clauses ?? [] };
}

/** An id that makes an order happen once, however often it is sent. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `floor-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export const desk = new Desk();
