import { describe, expect, it } from 'vitest';
import { FORMS, faultsOf, orderOf, ordersOf, wayOf } from './orders';
import { table } from './samples';

const keys = (extra: Parameters<typeof table>[0]): string[] => ordersOf(table(extra)).map((form) => form.key);

describe('the orders that a table offers', () => {
  it('are those that mean something now', () => {
    expect(keys({})).toContain('pause');
    expect(keys({})).not.toContain('resume');
    expect(keys({})).not.toContain('open');
    expect(keys({ standing: 'paused' })).toContain('resume');
    expect(keys({ standing: 'closed', seats: [], phase: 'bets' })).toEqual([
      'open',
      'limits',
      'change-deck',
      'correct-meter',
    ]);
  });
  it('let the deck be cut again only before the first card', () => {
    expect(keys({ phase: 'locked' })).toContain('recut');
    expect(keys({ phase: 'flop' })).not.toContain('recut');
    expect(keys({ phase: 'locked', cut: false })).not.toContain('recut');
  });
  it('call off only a round that runs', () => {
    expect(keys({ phase: 'flop' })).toContain('call-off');
    expect(keys({ phase: 'settled' })).not.toContain('call-off');
  });
  it('repair only what is down', () => {
    expect(keys({ device_down: 'covered' })).toContain('repair-device');
    expect(keys({})).not.toContain('repair-device');
  });
});

describe('another way of dealing', () => {
  it('is offered where one is permitted, in words', () => {
    expect(keys({ device_down: 'jammed', ways: ['hand'] })).toContain('change-dealing');
    expect(keys({ device_down: 'jammed', ways: [] })).not.toContain('change-dealing');
    expect(wayOf('hand')).toBe('by hand');
    expect(orderOf(FORMS['change-dealing'], { method: 'hand', mark: 'covered' })).toEqual({
      do: 'change-dealing',
      method: 'hand',
      mark: 'covered',
    });
  });
});

describe('an order', () => {
  it('needs its reason, its second person and their password', () => {
    expect(Object.keys(faultsOf(FORMS['call-off'], { reason: 'no' }))).toEqual(['reason', 'second', 'password']);
  });
  it('that names a second person wants their password too', () => {
    expect(faultsOf(FORMS.open, {})).toEqual({});
    expect(Object.keys(faultsOf(FORMS.open, { second: 'Ada' }))).toEqual(['password']);
  });
  it('goes over the wire in cents and whole numbers', () => {
    expect(orderOf(FORMS.limits, { least: '15', most: '' })).toEqual({ do: 'limits', least: 1500, most: null });
    expect(orderOf(FORMS.recut, { depth: '20' })).toEqual({ do: 'recut', depth: 20 });
    expect(orderOf(FORMS.remove, { seat: '4' })).toEqual({ do: 'remove', seat: 4 });
  });
  it('does not touch a password', () => {
    expect(orderOf(FORMS['call-off'], { reason: ' why ', second: 'Ada', password: ' a b ' })).toMatchObject({
      reason: 'why',
      password: ' a b ',
    });
  });
  it('refuses what is no amount', () => {
    expect(faultsOf(FORMS.limits, { least: '-5', most: '12.345' })).toHaveProperty('least');
    expect(faultsOf(FORMS.limits, { least: '12.50', most: '1e5' })).toEqual({
      most: expect.stringContaining('dollars'),
    });
  });
});
