import { describe, expect, it } from 'vitest';
import {
  styleOf,
  deckCell,
  hoursLeft,
  houseCell,
  isStopped,
  meterCell,
  phaseWords,
  seatMarks,
  seatsLabel,
} from './row';
import { bare } from '../lib/words';
import { placesOf } from '../parts/miniTable';
import { seat, table } from './samples';

const money = (cents: number): string => `$${cents / 100}`;
const signed = (cents: number): string => (cents < 0 ? '−' : '+') + money(Math.abs(cents));

describe('the phase of a table', () => {
  it('lights the bars up to where the round is, and names who is asked', () => {
    expect(phaseWords(table(), 0)).toEqual({
      steps: ['on', 'on', 'on', 'now', ''],
      word: 'River',
      note: 'seat 4',
      stop: false,
    });
  });
  it('says that a stopped table is stopped, whoever was to act', () => {
    const words = phaseWords(table({ phase: 'flop', stopped: 'a dealer’s card was exposed' }), 0);
    expect(words.note).toBe('stopped');
    expect(words.stop).toBe(true);
  });
  it('holds a showdown that waits for a jackpot', () => {
    const held = table({ phase: 'jackpot', turn: null });
    expect(isStopped(held)).toBe(true);
    expect(phaseWords(held, 0)).toMatchObject({ word: 'Showdown', note: 'held' });
  });
  it('counts the seconds that bets stay open, never below nothing', () => {
    const bets = table({ phase: 'bets', turn: null, deadline: 12_000 });
    expect(phaseWords(bets, 1).note).toBe('open 12 s');
    expect(phaseWords(bets, 99_000).note).toBe('open 0 s');
  });
});

describe('the small picture of the seats', () => {
  it('marks each place by what the floor looks for', () => {
    expect(seatMarks(table())).toEqual(['player', 'player', 'bot', 'acting', 'empty', 'away']);
  });
  it('shows who has the bank before who is asked', () => {
    expect(seatMarks(table({ bank_seat: 4 }))[3]).toBe('bank');
  });
  it('is told in words', () => {
    expect(seatsLabel(table())).toBe('5 of 6 seats taken, 1 by bots; seat 4 to act, seat 6 away');
  });
  it('has a place for every seat, inside the picture', () => {
    for (const count of [1, 2, 5, 6, 7, 8]) {
      const places = placesOf(count);
      expect(places).toHaveLength(count);
      for (const { x, y } of places) expect(x > 4 && x < 92 && y > 4 && y < 38).toBe(true);
    }
  });
  it('counts seats with nobody in them as free', () => {
    expect(seatsLabel(table({ seats: [seat(1, { player: '' })], turn: null }))).toBe('0 of 6 seats taken');
  });
});

it('a bot is told by its tag, not by its name', () => {
  expect(bare('Eve (bot, optimal)')).toBe('Eve');
  expect(styleOf('Eve (bot, optimal)')).toBe('optimal');
  expect(bare('Botwin')).toBe('Botwin');
});

describe('the figures of a table', () => {
  it('show the fees where a player banks', () => {
    const banked = table({
      bank_seat: 4,
      bank_stake: 20_000,
      bank_left: 14_000,
      fees_cents: 18_600,
      meter_cents: null,
    });
    expect(houseCell(banked, money, signed)).toEqual({ main: '$186', under: 'fees' });
    expect(meterCell(banked, money)).toEqual({ main: '$140 of $200', under: 'bank, seat 4' });
  });
  it('carry their sign', () => {
    expect(houseCell(table({ house_cents: -118_000 }), money, signed).main).toBe('−$1180');
    expect(houseCell(table({ house_cents: 0 }), money, signed).main).toBe('$0');
  });
  it('say whose meter it is', () => {
    expect(meterCell(table(), money).under).toBe('linked meter');
    expect(meterCell(table({ linked: false }), money).under).toBe('');
    expect(meterCell(table({ meter_cents: null }), money).main).toBe('none');
  });
  it('tell how long the deck may stay', () => {
    expect(deckCell(table())).toEqual({ main: '6 h 10', under: 'left, red deck' });
    expect(deckCell(table({ deck_ms_left: null }))).toEqual({ main: 'red deck', under: '' });
    expect(hoursLeft(720_000)).toBe('0 h 12');
    expect(hoursLeft(-1)).toBe('due');
  });
});
