import { expect, it } from 'vitest';
import { eachTime, fieldTime, leftOf, momentOf, saidAt } from './clock';

it('time is left by the server’s clock', () => {
  expect(leftOf(60_000, 0, 15_000)).toBe(45_000);
  expect(leftOf(60_000, 20_000, 15_000)).toBe(25_000);
  expect(leftOf(60_000, 0, 99_000)).toBe(0);
});

it('the last minutes are said once', () => {
  expect(saidAt(300_500, 299_500)).toBe('5 minutes left.');
  expect(saidAt(299_500, 298_500)).toBe('');
  expect(saidAt(60_001, 60_000)).toBe('One minute left.');
});

it('an answer’s time is an average', () => {
  expect([eachTime(0, 0), eachTime(6_400, 2), eachTime(130_000, 2)]).toEqual(['–', '3.2 s', '1:05']);
});

it('a deadline goes through a field of the browser and back', () => {
  const at = Date.parse('2026-11-18T23:59');
  expect(fieldTime(at)).toBe('2026-11-18T23:59');
  expect(momentOf(fieldTime(at))).toBe(at);
  expect(momentOf('')).toBeNull();
});
