import { describe, expect, it } from 'vitest';
import type { AlertKind } from '../lib/wire';
import { inOrder, lookOf, waited, whereOf } from './alerts';
import { alert } from './samples';

describe('alerts', () => {
  it('that hold a table stand first, then the oldest', () => {
    const given = [
      alert({ id: 'n', kind: 'notice', at: 1 }),
      alert({ id: 'j2', at: 9 }),
      alert({ id: 'j1', at: 5 }),
      alert({ id: '?', kind: 'new-kind' as AlertKind, at: 0 }),
    ];
    expect(inOrder(given).map((one) => one.id)).toEqual(['j1', 'j2', 'n', '?']);
  });
  it('offer to validate only where a seat is named', () => {
    expect(lookOf(alert()).act).toBe('validate');
    expect(lookOf(alert({ seat: null })).act).toBe('look');
  });
  it('name their table, and the seat where the text does not', () => {
    expect(whereOf(alert())).toBe('Table 3, seat 2');
    expect(whereOf(alert({ text: 'Seat 2, Ada, has won' }))).toBe('Table 3');
    expect(whereOf(alert({ seat: null, title: '' }))).toBe('maryland-3');
  });
  it('say how long they have waited', () => {
    expect(waited(0, 48_000)).toBe('0:48');
    expect(waited(0, 119_000)).toBe('1:59');
    expect(waited(0, 120_000)).toBe('2 min');
    expect(waited(0, 3_900_000)).toBe('1 h 05');
    expect(waited(5000, 0)).toBe('now');
  });
});
