import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Socket } from './reconnecting';
import { TableSocket, type LinkState } from './socket';

class Fake implements Socket {
  sent: { type: string; id?: string; ask?: { do: string } }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Fake['sent'][number]);
  }
  close(): void {
    this.closed = true;
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let fakes: Fake[];
let states: LinkState[];
let socket: TableSocket;
const latest = (): Fake => fakes[fakes.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  const events = new EventTarget(); // where a browser has its window
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  fakes = [];
  states = [];
  let id = 0;
  socket = new TableSocket('t', {
    onView: () => {},
    onState: (state) => states.push(state),
    make: (url) => {
      const fake = new Fake(url);
      fakes.push(fake);
      return fake;
    },
    newId: () => `id-${(id += 1)}`,
    url: (table, from) => `${table}?from=${from}`,
  });
  socket.start();
});
afterEach(() => {
  socket.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a command is kept until its answer and sent again with the same id after a break', async () => {
  latest().onopen?.();
  const answer = socket.ask({ do: 'check' });
  expect(latest().sent.map((m) => m.id)).toEqual(['id-1']);

  latest().onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  latest().onopen?.();

  expect(fakes.length).toBe(2);
  expect(latest().sent.map((m) => [m.type, m.id])).toEqual([['do', 'id-1']]);
  latest().hear({ type: 'answer', id: 'id-1', ok: true, number: 9, refused: null });
  expect((await answer).ok).toBe(true);

  latest().onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  latest().onopen?.();
  expect(latest().sent).toEqual([]);
});

test('what is asked while the line is down goes out when it is up, in order', async () => {
  void socket.ask({ do: 'clear' });
  void socket.ask({ do: 'check' });
  expect(latest().sent).toEqual([]);

  latest().onopen?.();

  expect(latest().sent.map((m) => m.ask?.do)).toEqual(['clear', 'check']);
});

test('it comes back behind the number that is known', async () => {
  latest().onopen?.();
  socket.know(41);
  expect(latest().sent).toEqual([{ type: 'know', number: 41 }]);
  latest().onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(latest().url).toBe('t?from=41');
});

test('states are told: connecting, live, lost, live', async () => {
  latest().onopen?.();
  latest().onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  latest().onopen?.();
  expect(states).toEqual(['connecting', 'live', 'lost', 'live']);
});

test('a goodbye for good ends it, one that says again does not', async () => {
  latest().onopen?.();
  latest().hear({ type: 'bye', reason: 'slow', text: '', again: true });
  expect(states.at(-1)).toBe('live');
  latest().hear({ type: 'bye', reason: 'gone', text: '', again: false });
  expect(states.at(-1)).toBe('ended');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fakes.length).toBe(1);
});

test('silence is noticed', async () => {
  latest().onopen?.();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(states).toContain('lost');
});

test('a browser that goes offline says so at once, and comes back at once', async () => {
  latest().onopen?.();
  const answer = socket.ask({ do: 'check' });
  dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('lost');

  dispatchEvent(new Event('online'));
  expect(fakes.length).toBe(2);
  latest().onopen?.();
  expect(states.at(-1)).toBe('live');
  expect(latest().sent.map((m) => m.id)).toEqual(['id-1']);
  latest().hear({ type: 'answer', id: 'id-1', ok: true, number: 9, refused: null });
  expect((await answer).ok).toBe(true);

  await vi.advanceTimersByTimeAsync(20_000);
  expect(fakes.length).toBe(2);
});

test('more than a person could ask is refused here', async () => {
  for (let i = 0; i < 16; i += 1) void socket.ask({ do: 'check' });
  expect((await socket.ask({ do: 'check' })).ok).toBe(false);
});

test('text that is no message is passed over', () => {
  latest().onopen?.();
  latest().onmessage?.({ data: '{' });
  latest().onmessage?.({ data: new ArrayBuffer(2) });
  expect(states.at(-1)).toBe('live');
});
