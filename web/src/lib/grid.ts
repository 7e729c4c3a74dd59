// Keys inside a grid: which cell an arrow leads to, and which cells lie between two.

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** The cell that a key leads to, counted row by row; null where the key is not one of a grid. */
export function moved(at: number, key: string, size: GridSize, whole = false): number | null {
  const { rows, columns } = size;
  const row = Math.trunc(at / columns);
  const column = at % columns;
  const cell = (r: number, c: number): number =>
    Math.min(Math.max(r, 0), rows - 1) * columns + Math.min(Math.max(c, 0), columns - 1);
  switch (key) {
    case 'ArrowLeft':
      return cell(row, column - 1);
    case 'ArrowRight':
      return cell(row, column + 1);
    case 'ArrowUp':
      return cell(row - 1, column);
    case 'ArrowDown':
      return cell(row + 1, column);
    case 'Home':
      return whole ? 0 : cell(row, 0);
    case 'End':
      return whole ? rows * columns - 1 : cell(row, columns - 1);
    case 'PageUp':
      return cell(0, column);
    case 'PageDown':
      return cell(rows - 1, column);
    default:
      return null;
  }
}

/** All cells on the way from one to another: along the row first, then along the column. */
export function between(from: number, to: number, { columns }: GridSize): readonly number[] {
  const [row, end] = [Math.trunc(from / columns), Math.trunc(to / columns)];
  const [column, last] = [from % columns, to % columns];
  const steps = (a: number, b: number): number[] =>
    Array.from({ length: Math.abs(b - a) + 1 }, (_, i) => (a <= b ? a + i : a - i));
  const along = steps(column, last).map((c) => row * columns + c);
  return [
    ...along,
    ...steps(row, end)
      .slice(1)
      .map((r) => r * columns + last),
  ];
}
