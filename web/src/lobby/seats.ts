// Where the places lie in the small picture of a table: 96 by 40, the dealer above, seat 1 at the right.

export interface Dot {
  seat: number;
  x: number;
  y: number;
}

/** Places on the round side of the table, evenly by angle. */
export function dots(seats: number): Dot[] {
  return Array.from({ length: seats }, (_, i) => {
    const part = seats === 1 ? 0.5 : i / (seats - 1);
    const angle = Math.PI * (0.06 + 0.88 * part);
    return { seat: i + 1, x: 48 + 38 * Math.cos(angle), y: 8 + 24 * Math.sin(angle) };
  });
}
