import { expect, test } from 'vitest';
import { change, dollars, meter, readDollars, signed, spoken } from './money';

test('whole dollars carry no places, cents carry two', () => {
  expect(dollars(1000)).toBe('$10');
  expect(dollars(1234767)).toBe('$12,347.67');
  expect(dollars(5)).toBe('$0.05');
  expect(dollars(100000000)).toBe('$1,000,000');
});

test('a loss has a true minus sign', () => {
  expect(dollars(-500)).toBe('\u2212$5');
  expect(signed(2400)).toBe('+$24');
  expect(signed(-2450)).toBe('\u2212$24.50');
  expect(signed(0)).toBe('$0');
});

test('a meter always shows both places', () => {
  expect(meter(1234760)).toBe('$12,347.60');
  expect(meter(500)).toBe('$5.00');
});

test('amounts are spoken in words', () => {
  expect(spoken(100)).toBe('1 dollar');
  expect(spoken(2000)).toBe('20 dollars');
  expect(spoken(750)).toBe('7 dollars 50');
});

test('typed amounts are read, and nonsense is not', () => {
  expect(readDollars('25')).toBe(2500);
  expect(readDollars(' $1,000.5 ')).toBe(100050);
  expect(readDollars('0.07')).toBe(7);
  for (const text of ['', '-5', '1e3', '5.123', '1,00', 'ten', '9999999999']) expect(readDollars(text)).toBeNull();
});

test('a stack is true change, largest first', () => {
  expect(change(13600, [100, 500, 2500, 10000])).toEqual([10000, 2500, 500, 500, 100]);
  expect(change(0, [100])).toEqual([]);
  expect(change(1e12, [100]).length).toBe(200);
});
