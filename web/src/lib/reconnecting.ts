// A WebSocket that comes back by itself; what is said over it is the caller's.

/** How the connection stands: first try, working, lost and tried again, or over for good. */
export type LinkState = 'connecting' | 'live' | 'lost' | 'ended';

/** The part of a WebSocket that is used, so that tests can be one. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface Way {
  /** Where to connect; asked anew for every try. */
  readonly url: () => string;
  readonly onMessage: (message: unknown) => void;
  readonly onOpen?: () => void;
  readonly onState: (state: LinkState) => void;
  /** Sent when nothing was heard for a while. */
  readonly ping?: string;
  readonly make?: (url: string) => Socket;
}

const WAIT_MS_MIN = 400;
const WAIT_MS_MAX = 8_000;
const PING_MS = 15_000;
const SILENCE_MS_MAX = 40_000; // two pings without an answer: the line is dead though nobody said so

export class Reconnecting {
  #way: Way;
  #socket: Socket | null = null;
  #wait = WAIT_MS_MIN;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #open = false;
  #ended = false;

  constructor(way: Way) {
    this.#way = way;
  }

  get open(): boolean {
    return this.#open;
  }

  start(): void {
    this.#way.onState('connecting');
    this.#connect();
    if (this.#way.ping !== undefined) this.#beat = setInterval(() => this.#look(), PING_MS);
    globalThis.addEventListener?.('offline', this.#offline);
    globalThis.addEventListener?.('online', this.#online);
  }

  /** Send if the line is up; false: it is not, and nothing was sent. */
  send(message: unknown): boolean {
    if (!this.#open || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Try at once, without waiting for the next turn. */
  retry(): void {
    if (this.#ended || this.#open) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    globalThis.removeEventListener?.('offline', this.#offline);
    globalThis.removeEventListener?.('online', this.#online);
    this.#drop();
    this.#way.onState('ended');
  }

  // The browser knows before any message is missed.
  #offline = (): void => {
    if (!this.#ended) this.#lost();
  };
  #online = (): void => this.retry();

  #connect(): void {
    this.#drop();
    let socket: Socket;
    try {
      socket = (this.#way.make ?? webSocket)(this.#way.url());
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      this.#open = true;
      this.#wait = WAIT_MS_MIN;
      this.#heard = Date.now();
      this.#way.onState('live');
      this.#way.onOpen?.();
    };
    socket.onmessage = (event) => {
      this.#heard = Date.now();
      const message = parsed(event.data);
      if (message !== undefined) this.#way.onMessage(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost(): void {
    this.#drop();
    clearTimeout(this.#retry);
    if (this.#ended) return;
    this.#way.onState('lost');
    // Everybody comes back at once after a restart: a little chance spreads them.
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, WAIT_MS_MAX);
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#open = false;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #look(): void {
    if (!this.#open || !this.#socket) return;
    if (Date.now() - this.#heard > SILENCE_MS_MAX) this.#lost();
    else this.#socket.send(this.#way.ping ?? '');
  }
}

/** The address of a socket of this server. */
export function socketUrl(path: string): string {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

function webSocket(url: string): Socket {
  return new WebSocket(url) as unknown as Socket; // its handlers take more than we use
}

function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
