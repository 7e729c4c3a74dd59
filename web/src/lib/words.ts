// The table's own words, in one place.
import { type HandPhase, type Wager, WAGERS } from './wire';

const LETTERS: Readonly<Record<string, string>> = { ante: 'A', blind: 'B', play: 'P', trips: 'T', six_card: '6' };

/** A wager as it is printed: "Six Card"; also another part of a result: "Tips". */
export const wagerName = (wager: string): string => WAGERS[wager as Wager] ?? capital(wager);
export const wagerLetter = (wager: string): string => LETTERS[wager] ?? '';

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "one", "two and three", "one, two and three". */
export function listed(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1] ?? ''}`;
}

/** "1 hand", "3 hands". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** "0:47" of minutes, "1:02:07" of hours: how long something lasts. */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.trunc(ms / 1000));
  const [h, m, s] = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The time of day, as this browser writes it, with seconds. */
export function clockTime(at: number): string {
  const time = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** A player's name without the house's mark of a bot, where that is shown beside it: "Dan (bot, timid)" is Dan. */
export const bare = (name: string): string => name.replace(/\s*\(bot[^)]*\)?$/i, '');

const PHASES: Record<HandPhase, string> = {
  bets: 'Bets',
  locked: 'Bets closed',
  deal: 'Deal',
  flop: 'Flop',
  river: 'River',
  showdown: 'Showdown',
  jackpot: 'Jackpot',
  settled: 'Settled',
  void: 'Void',
};

/** A phase of a hand, as a heading. */
export const phaseWord = (phase: HandPhase): string => PHASES[phase];
