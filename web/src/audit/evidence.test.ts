import { describe, expect, it } from 'vitest';
import type { Move, Wager } from '../lib/wire';
import { allTransfers, clockOf, dayOf, eventWords, readEvidence, settledOf } from './evidence';
import { NOTHING, askOf, faultOf, isEmpty, queryOf, searchFrom } from './search';

const DOCUMENT = {
  table: 'maryland-1',
  round: 2,
  begun: '2026-11-16T05:07:37.445Z',
  ended: null,
  outcome: 'settled',
  rules: 'maryland',
  edition: 1,
  deck: 'red',
  commitment: 'edee',
  options: '{}',
  incidents: [],
  seats: [{ seat: 1, player: 'Ann', bot: true, before: '9985.00', bought: '0.00', cashed: '0.00', after: '9860.00' }],
  steps: [
    {
      event: 41,
      at: '2026-11-16T05:07:37.445Z',
      name: 'round-begun/1',
      text: 'round 2 begins',
      clauses: ['MD-3'],
      readings: [],
      transfers: [],
    },
    {
      event: 43,
      at: '2026-11-16T05:07:37.453Z',
      name: 'bets-placed/1',
      text: 'seat 1 bets',
      clauses: [],
      readings: [],
      transfers: [{ from: 'player Ann', to: 'layout', amount: '20.00', cents: '2000', why: 'ante wager' }],
    },
  ],
  proof: {
    commitment: 'edee',
    secret: 'e955',
    seeds: { '3': 'ff' },
    secret_fits_commitment: true,
    decks: [{ cards: '5h As', given_by_the_secret: true }],
  },
  cards: {
    board: 'Tc Jd',
    turned: 2,
    dealer: 'Kd Ts',
    seats: { '10': 'Qs Jh', '2': 'Td 6c' },
    box: '',
    burned: '',
    set_aside: '',
    stub: '9d',
  },
};

describe('the evidence of a round', () => {
  it('is read whole from the document', () => {
    const read = readEvidence(DOCUMENT);
    expect(read.ended).toBeNull();
    expect(read.layout?.seats.map((seat) => seat.seat)).toEqual([2, 10]);
    expect(read.layout?.box).toEqual([]);
    expect(read.proof).toMatchObject({
      fits: true,
      seeds: [['3', 'ff']],
      decks: [{ cards: ['5h', 'As'], given: true }],
    });
  });
  it('lists every chip that moved with its event', () => {
    expect(allTransfers(readEvidence(DOCUMENT))).toEqual([
      { from: 'player Ann', to: 'layout', amount: '20.00', cents: '2000', why: 'ante wager', event: 43 },
    ]);
  });
  it('reads a round that was not settled, and a document with nothing in it', () => {
    const bare = readEvidence({ table: 't', round: 1, proof: null });
    expect(bare.proof).toBeNull();
    expect(bare.steps).toEqual([]);
  });
  it('tells times and events in words', () => {
    expect(clockOf('2026-11-16T05:07:37.445Z')).toBe('05:07:37.445');
    expect(dayOf('2026-11-06T05:07:37.445Z')).toBe('6 Nov 2026');
    expect(eventWords('street-turned/1')).toBe('street turned');
  });
});

it('the settlement stands seat by seat, in its own order', () => {
  const move = (seat: number, wager: Wager, net: number): Move => ({
    seat,
    wager,
    outcome: net < 0 ? 'lose' : 'win',
    staked: 1000,
    paid: 0,
    taken: 0,
    net,
    odds: '',
    text: '',
    clauses: [],
    readings: [],
    tip: false,
    bank: 0,
  });
  const settled = settledOf([move(4, 'ante', -1000), move(1, 'ante', 1000), move(4, 'trips', 500)]);
  expect(settled.map((one) => [one.seat, one.moves.length, one.net])).toEqual([
    [4, 2, -500],
    [1, 1, 1000],
  ]);
});

describe('a search', () => {
  it('goes to the address and comes back', () => {
    const search = { ...NOTHING, player: 'Amber Fox 27', least: '100' };
    expect(queryOf(search)).toBe('?player=Amber+Fox+27&least=100');
    expect(searchFrom(queryOf(search))).toEqual(search);
  });
  it('is empty when nothing is asked', () => {
    expect(isEmpty({ ...NOTHING, table: '  ' })).toBe(true);
  });
});

describe('what the server is asked', () => {
  it('has money in cents, and days by its own words', () => {
    expect(askOf({ ...NOTHING, least: '$12.50', from: '2026-11-01', irregularity: 'any' }, 'c1')).toBe(
      '?begin=2026-11-01&incident=any&least_win=1250&before=c1',
    );
    expect(askOf(NOTHING, '')).toBe('');
  });
  it('is looked over first', () => {
    expect(faultOf({ ...NOTHING, least: 'much' })).toContain('dollars');
    expect(faultOf({ ...NOTHING, from: '2026-11-02', to: '2026-11-01' })).not.toBe('');
    expect(faultOf(NOTHING)).toBe('');
  });
});
