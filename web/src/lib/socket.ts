// A table's socket: commands with ids of our own, kept until they are answered and sent again after a break.
import { Reconnecting, socketUrl, type LinkState, type Socket } from './reconnecting';
import type { Answered, Ask, Bye, FromServer, Hello, View } from './wire';

export type { LinkState } from './reconnecting';

export interface Ears {
  readonly onView: (view: View) => void;
  readonly onHello?: (hello: Hello) => void;
  readonly onBye?: (bye: Bye) => void;
  readonly onState: (state: LinkState) => void;
  readonly make?: (url: string) => Socket;
  readonly newId?: () => string;
  readonly url?: (table: string, from: number) => string;
}

interface Waiting {
  readonly ask: Ask;
  readonly answer: (answered: Answered) => void;
}

const WAITING_MAX = 16; // a person has one or two under way; more means that something is wrong

/** What a table hears from us; the same id sent twice is done once. */
export class TableSocket {
  #table: string;
  #ears: Ears;
  #line: Reconnecting;
  #waiting = new Map<string, Waiting>();
  #known = 0;

  constructor(table: string, ears: Ears) {
    this.#table = table;
    this.#ears = ears;
    const make = ears.make;
    this.#line = new Reconnecting({
      url: () => (ears.url ?? tableUrl)(this.#table, this.#known),
      onMessage: (message) => this.#hear(message as FromServer),
      onOpen: () => this.#again(),
      onState: ears.onState,
      ping: '{"type":"ping"}',
      ...(make ? { make } : {}),
    });
  }

  start(): void {
    this.#line.start();
  }
  end(): void {
    this.#line.end();
  }
  retry(): void {
    this.#line.retry();
  }
  /** How many commands have no answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Ask something of the table; the promise is kept across broken connections. An id that is given is done once, from whichever window. */
  ask(ask: Ask, id: string = (this.#ears.newId ?? newId)()): Promise<Answered> {
    if (this.#waiting.size >= WAITING_MAX) {
      const refused = { reason: 'too-many', text: 'Too much is waiting for an answer.', clauses: [], readings: [] };
      return Promise.resolve({ type: 'answer', id, ok: false, number: 0, refused });
    }
    return new Promise((answer) => {
      this.#waiting.set(id, { ask, answer });
      this.#line.send({ type: 'do', id, ask });
    });
  }

  /** Say that everything up to this number is known here. */
  know(number: number): void {
    if (number <= this.#known) return;
    this.#known = number;
    this.#line.send({ type: 'know', number });
  }

  #again(): void {
    for (const [id, { ask }] of this.#waiting) this.#line.send({ type: 'do', id, ask });
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'view':
        this.#ears.onView(message);
        break;
      case 'answer':
        this.#waiting.get(message.id)?.answer(message);
        this.#waiting.delete(message.id);
        break;
      case 'hello':
        this.#ears.onHello?.(message);
        break;
      case 'bye':
        this.#ears.onBye?.(message);
        if (!message.again) this.#line.end();
        break;
      case 'pong':
        break;
    }
  }
}

function tableUrl(table: string, from: number): string {
  return socketUrl(
    `/ws/table/${encodeURIComponent(table)}?${new URLSearchParams({ from: String(from), ...keyOf(location.search) })}`,
  );
}

/** The key of somebody's own table, as it stands in the link that one came by. */
export function keyOf(search: string): Record<string, string> {
  const key = new URLSearchParams(search).get('key');
  return key ? { key } : {};
}

/** 24 letters and digits that nobody else has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
