import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atDeal, atEnd, atFlop, hand, offers, seat, spot, view } from '../fixtures/table';
import type { Socket } from '../lib/reconnecting';
import type { Choice, View } from '../lib/wire';
import { acts, tooDear } from './acts';
import { TableState } from './state.svelte';

vi.mock('../lib/me.svelte', () => ({ myself: { load: () => Promise.resolve(null), me: null } }));
vi.mock('../lib/api', () => ({ get: () => new Promise(() => {}), inWords: String }));

class Fake implements Socket {
  sent: { type: string; id: string; ask: Record<string, unknown> & { do: string } }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Fake['sent'][number]);
  }
  close(): void {}
  async answer(refused: unknown = null): Promise<void> {
    const last = this.sent.filter((one) => one.type === 'do').at(-1);
    this.onmessage?.({ data: JSON.stringify({ type: 'answer', id: last?.id, ok: !refused, number: 1, refused }) });
    await vi.advanceTimersByTimeAsync(0);
  }
  get asked(): readonly Record<string, unknown>[] {
    return this.sent.filter((one) => one.type === 'do').map((one) => one.ask);
  }
}

const BET: Choice = { word: 'play', times: 2, chips: 15_000, tip: 0 };
const CHOICES: readonly Choice[] = [{ word: 'check', times: 0, chips: 0, tip: 0 }, BET];
const you = (more: Partial<View['you']> = {}): View['you'] => ({ ...view(hand()).you, ...more });

let fake: Fake;
let table: TableState;
let stop: () => void;
let number = 0;
const hear = (shown: View): void => table.hear({ ...shown, number: (number += 1) });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { href: 'http://house/t/x', search: '' });
  fake = new Fake();
  number = 0;
  table = new TableState('maryland-7', { make: () => fake, newId: () => `id-${fake.sent.length}`, url: () => '' });
  stop = table.start();
  fake.onopen?.();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a decision is asked for only when its cards are shown', () => {
  hear(view(atDeal));
  hear(view(atFlop, { you: you({ choices: CHOICES }) }));
  expect([table.mode, table.choices.length]).toEqual(['wait', 0]);

  vi.advanceTimersByTime(1_500);
  expect([table.mode, table.choices.length]).toEqual(['decide', 2]);
});

test('net, chips, log and slip wait for the cards of the result', () => {
  const line = { number: 9, at: 1, round: 63, name: 'x', text: 'You win', seat: 3, clauses: [], readings: [] };
  hear(view(atFlop, { you: you({ net: 0 }) }));
  hear(view(hand({ round: 64 }), { last: atEnd, offers, lines: [line], you: you({ net: 2500, chips: 116_500 }) }));
  expect([table.mode, table.you?.net, table.lines.length, table.own]).toEqual(['wait', 0, 0, null]);

  vi.advanceTimersByTime(1_400); // river, dealer, neighbours: the wagers are still being paid
  expect(table.player.busy).toBe(true);
  expect([table.mode, table.you?.net, table.lines.length, table.own?.hand]).toEqual(['review', 2500, 1, atEnd]);
});

test('the slip of the last hand stays when its player has left', () => {
  hear(view(atFlop));
  const gone = {
    ...atEnd,
    seats: atEnd.seats.map((one) => (one.seat === 3 ? { ...one, player: '', state: 'empty' as const } : one)),
  };
  hear(view(hand({ round: 63, seats: [seat(1), seat(2), seat(3)] }), { last: gone, you: you({ seat: 0 }) }));
  table.player.skip();

  expect(table.mode).toBe('watch');
  expect(table.own).toEqual({ seat: 3, hand: gone });
});

test('bets that close in this moment cannot be taken back, and no button says so', () => {
  const down = hand({
    seats: hand().seats.map((one) =>
      one.seat === 3 ? { ...one, state: 'betting', spots: [spot('ante', 1000)] } : one,
    ),
  });
  hear(view(down, { offers, at: 5_000, deadline: 5_000, waits_ms: 0 }));
  expect(table.mode).toBe('wait');
  hear(view(down, { offers, at: 5_000, deadline: 9_000, waits_ms: 4_000 }));
  expect(table.mode).toBe('placed');
});

test('while seat and chips come one after the other, nobody is told to buy in', async () => {
  hear(view(hand({ seats: [seat(1), seat(2), seat(3)] }), { you: you({ seat: 0 }) }));
  void table.ask({ do: 'sit', seat: 3, chips: 20_000 });
  hear(view(hand(), { offers, you: you({ chips: 0 }) }));
  expect(table.mode).toBe('loading');

  hear(view(hand(), { offers, you: you({ chips: 20_000 }) }));
  await fake.answer();
  expect(table.mode).toBe('bet');
});

test('a bet that costs more than there is says so and buys in first', async () => {
  const money = { chips: 400, purse: 50_000 };
  hear(view(atFlop, { you: you({ choices: CHOICES, ...money }) }));
  const [, bet] = acts(table.choices, false, money);
  expect(bet?.name).toBe('Buy in $146 and bet 2×');

  void table.act(bet!);
  expect(fake.asked).toEqual([{ do: 'buy-in', chips: 14_600 }]);
  await fake.answer();
  expect(fake.asked.at(-1)).toEqual({ do: 'play', times: 2, tip: false });
});

test('without the buy-in there is no bet', async () => {
  hear(view(atFlop, { you: you({ choices: CHOICES, chips: 400, purse: 50_000 }) }));
  void table.act(acts(table.choices, false, { chips: 400, purse: 50_000 })[1]!);
  await fake.answer({ reason: 'short-of-chips', text: 'your purse has $0.00', clauses: [], readings: [] });
  expect(fake.asked.length).toBe(1);
  expect(table.refused?.reason).toBe('short-of-chips');
});

test('what neither chips nor purse can pay is not done, and the reason is there before', async () => {
  const money = { chips: 400, purse: 0 };
  hear(view(atFlop, { you: you({ choices: CHOICES, ...money }) }));
  const all = acts(table.choices, false, money);
  expect(tooDear(all, money)).toBe('Bet 2× costs $150; you have $4.');
  await table.act(all[1]!);
  expect(fake.asked).toEqual([]);
});

test('the next hand is bought in for, too', async () => {
  hear(view(hand(), { offers, you: you({ chips: 500, purse: 10_000 }) }));
  expect([table.bets.total, table.buy]).toEqual([2_000, 1_500]);
  void table.deal();
  expect(fake.asked).toEqual([{ do: 'buy-in', chips: 1_500 }]);
  await fake.answer();
  expect(fake.asked.at(-1)).toMatchObject({ do: 'bets', wagers: { ante: 1000, blind: 1000 } });
});

test('what has had no answer for three seconds is said to have none, until it comes', async () => {
  hear(view(atFlop, { you: you({ choices: CHOICES }) }));
  void table.ask({ do: 'check' });
  vi.advanceTimersByTime(2_900);
  expect(table.unanswered).toBe(false);
  vi.advanceTimersByTime(200);
  expect(table.unanswered).toBe(true);
  await fake.answer();
  expect(table.unanswered).toBe(false);
});

test('controls that have just come do not act, however late the page hears of the press', () => {
  table.guard.close();
  const pressed = performance.now() + 180;
  expect(table.lets(pressed)).toBe(false);
  vi.advanceTimersByTime(500);
  expect(table.lets(pressed)).toBe(false);
  expect(table.lets(performance.now())).toBe(true);
});
