// Where the seats lie in the small picture of a table, and how each is marked.

export type Mark = 'empty' | 'player' | 'bot' | 'you' | 'acting' | 'bank' | 'away';

/** Where each place is drawn in the small picture (96 by 40): seat 1 right, on round the rail. */
export function placesOf(count: number): { x: number; y: number }[] {
  const six = [
    { x: 86, y: 11 },
    { x: 75, y: 24 },
    { x: 58, y: 31 },
    { x: 38, y: 31 },
    { x: 21, y: 24 },
    { x: 10, y: 11 },
  ];
  if (count === 6) return six;
  const from = 8;
  return Array.from({ length: count }, (_, i) => {
    const turn = count === 1 ? 90 : from + ((180 - 2 * from) * i) / (count - 1);
    const rad = (turn * Math.PI) / 180;
    return { x: round1(48 + 39 * Math.cos(rad)), y: round1(7 + 25 * Math.sin(rad)) };
  });
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
