// Tables, alerts and remedies for the tests of the floor console: those of the visual reference.
import type { Alert, FloorSeat, FloorTable, Remedy } from '../lib/wire';

export function seat(number: number, extra: Partial<FloorSeat> = {}): FloorSeat {
  return {
    seat: number,
    player: `Player ${number}`,
    bot: false,
    state: 'waiting',
    away: false,
    chips: 10_000,
    ...extra,
  };
}

export function table(extra: Partial<FloorTable> = {}): FloorTable {
  return {
    table: 'maryland-1',
    title: 'Table 1',
    rules: 'maryland',
    rules_title: 'Maryland',
    kind: 'public',
    standing: 'open',
    held: false,
    stopped: '',
    phase: 'river',
    turn: 4,
    deadline: null,
    round: 204,
    seats: [seat(1), seat(2), seat(3, { bot: true }), seat(4), seat(6, { away: true })],
    places: 6,
    house_cents: 61_200,
    fees_cents: 0,
    meter: 'main',
    meter_cents: 1_234_767,
    linked: true,
    bank_seat: null,
    bank_stake: 0,
    bank_left: 0,
    deck: 'red',
    deck_ms_left: 22_200_000,
    decks: ['red', 'blue'],
    cut: true,
    device_down: '',
    closing: false,
    number: 900,
    limits: '$10 to $500',
    rounds_last_hour: 60,
    checklist: [],
    ways: [],
    mark: false,
    ...extra,
  };
}

export function alert(extra: Partial<Alert> = {}): Alert {
  return {
    id: 'a1',
    kind: 'jackpot',
    table: 'maryland-3',
    title: 'Table 3',
    text: 'Straight flush, light on.',
    at: 1000,
    seat: 2,
    cents: 123_442,
    clauses: ['MD-11.J.2.c'],
    ...extra,
  };
}

export const REMEDY: Remedy = {
  ok: true,
  refused: null,
  number: 118,
  told: '',
  two_people: false,
  lines: [{ text: 'All four hands are void', clauses: ['MD-13.F'] }],
  seats: [
    {
      seat: 1,
      player: 'Lev',
      wagers: { ante: 1000, blind: 1000, play: 4000, trips: 500 },
      live: ['trips'],
      returned: 6000,
    },
    { seat: 2, player: 'Ada', wagers: { ante: 2500, blind: 2500 }, live: [], returned: 5000 },
    { seat: 4, player: 'Jun', wagers: { ante: 1000, blind: 1000, trips: 500 }, live: ['trips'], returned: 2000 },
    { seat: 6, player: 'Omar', wagers: { ante: 1500, blind: 1500, play: 6000 }, live: [], returned: 9000 },
  ],
  moves: [],
  elsewhere: [{ rules_title: 'South Dakota', text: 'would turn the card back and play on', clauses: ['SD-5.s3'] }],
};
