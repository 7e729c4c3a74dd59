import { expect, test } from 'vitest';
import { DEFAULTS, otherTheme, readKept } from './settings.svelte';

test('what is kept badly is not taken', () => {
  expect(readKept(null)).toEqual(DEFAULTS);
  expect(readKept('{')).toEqual(DEFAULTS);
  expect(readKept('[1]')).toEqual(DEFAULTS);
  expect(readKept('{"theme":"pink","deck":"four","keys":false,"sound":1,"cuts":false,"strategy":"../x"}')).toEqual({
    ...DEFAULTS,
    deck: 'four',
    keys: false,
    cuts: false,
  });
  expect(readKept('{"strategy":"never-4x"}').strategy).toBe('never-4x');
});

test('the theme key leads to what is not shown now', () => {
  expect(otherTheme('system', true)).toBe('light');
  expect(otherTheme('system', false)).toBe('dark');
  expect(otherTheme('dark', false)).toBe('light');
});
