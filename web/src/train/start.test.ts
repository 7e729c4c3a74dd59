import { describe, expect, it } from 'vitest';
import { decimalOf, readWanted, USUAL } from './start';

describe('what a drill is started with', () => {
  it('writes a part of an Ante as the server reads it', () => {
    expect(decimalOf('1/20')).toBe('0.05');
    expect(decimalOf('1/4')).toBe('0.25');
    expect(decimalOf('')).toBe('');
  });

  it('is read back with care', () => {
    expect(readWanted(null)).toBe(USUAL);
    expect(readWanted('{')).toBe(USUAL);
    expect(readWanted('{"kind": "exam", "count": 7, "closeness": "0.05", "rules": 3}')).toEqual({
      ...USUAL,
      closeness: '0.05',
    });
    expect(readWanted(JSON.stringify({ ...USUAL, kind: 'river', count: 50 }))).toEqual({
      ...USUAL,
      kind: 'river',
      count: 50,
    });
  });
});
