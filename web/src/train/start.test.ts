import { describe, expect, it } from 'vitest';
import { askFor, decimalOf, readWanted, USUAL } from './start';

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
    const river = { ...USUAL, kind: 'river', count: 50, dead_count: 3 };
    expect(readWanted(JSON.stringify(river))).toEqual(river);
    expect(readWanted(JSON.stringify({ ...river, dead_count: 5 })).dead_count).toBe(0);
  });

  it('leaves out what a kind of drill does not have', () => {
    const wanted = { ...USUAL, closeness: '0.05', dead_count: 2 };
    expect(askFor(wanted)).toBe(wanted);
    expect(askFor({ ...wanted, kind: 'outs' })).toMatchObject({ closeness: '', dead_count: 2 });
    expect(askFor({ ...wanted, kind: 'grid' })).toMatchObject({ closeness: '', dead_count: 0 });
  });
});
