import { describe, expect, it } from 'vitest';
import { between, moved } from './grid';

const SIZE = { rows: 4, columns: 13 };

describe('keys in a grid', () => {
  it('goes one cell with an arrow, and stays at an edge', () => {
    expect(moved(14, 'ArrowLeft', SIZE)).toBe(13);
    expect(moved(13, 'ArrowLeft', SIZE)).toBe(13);
    expect(moved(14, 'ArrowUp', SIZE)).toBe(1);
    expect(moved(1, 'ArrowUp', SIZE)).toBe(1);
    expect(moved(51, 'ArrowDown', SIZE)).toBe(51);
    expect(moved(12, 'ArrowRight', SIZE)).toBe(12);
  });

  it('goes to the ends of a row, of a column and of the whole', () => {
    expect(moved(16, 'Home', SIZE)).toBe(13);
    expect(moved(16, 'End', SIZE)).toBe(25);
    expect(moved(16, 'PageUp', SIZE)).toBe(3);
    expect(moved(16, 'PageDown', SIZE)).toBe(42);
    expect(moved(16, 'Home', SIZE, true)).toBe(0);
    expect(moved(16, 'End', SIZE, true)).toBe(51);
  });

  it('leaves other keys to the page', () => {
    expect(moved(0, 'a', SIZE)).toBeNull();
    expect(moved(0, ' ', SIZE)).toBeNull();
  });
});

describe('cells between two', () => {
  it('lists a row, forwards and backwards', () => {
    expect(between(2, 5, SIZE)).toEqual([2, 3, 4, 5]);
    expect(between(5, 2, SIZE)).toEqual([5, 4, 3, 2]);
    expect(between(7, 7, SIZE)).toEqual([7]);
  });

  it('lists a corner: along the row, then along the column', () => {
    expect(between(0, 28, SIZE)).toEqual([0, 1, 2, 15, 28]);
  });
});
