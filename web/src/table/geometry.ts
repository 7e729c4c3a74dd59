// Where everything lies on the felt, in units of a felt of 900 by 640.

export const FELT_W = 900;
export const FELT_H = 640;
/** The smaller felt: nothing is printed on it that the paytables say, and the seats stand closer. */
export const SMALL_W = 700;
export const SMALL_H = 580;
/** Print is never smaller than so many pixels; 10.8 units is the smallest there is on the large felt. */
export const PRINT_PX = 10.5;

/** Whether a stage of this size has no room for the large felt with legible print. */
export const isSmall = (width: number, height: number): boolean =>
  width > 0 && Math.min(width / (FELT_W + 4), height / (FELT_H + 4)) * 10.8 < PRINT_PX;

/** The middle of a seat's top edge, and how large the seat is drawn. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

// Your own place, then clockwise: the next seats sit at your left hand.
const SIX: readonly Place[] = [
  { x: 517, y: 412, scale: 1 },
  { x: 236, y: 449, scale: 1 },
  { x: 106, y: 337, scale: 1 },
  { x: 86, y: 162, scale: 1 },
  { x: 814, y: 162, scale: 1 },
  { x: 794, y: 337, scale: 1 },
];
const SEVEN_SCALE = 0.84;
const SEVEN: readonly Place[] = [
  { x: 452, y: 412, scale: 1 },
  { x: 172, y: 448, scale: SEVEN_SCALE },
  { x: 88, y: 306, scale: SEVEN_SCALE },
  { x: 82, y: 166, scale: SEVEN_SCALE },
  { x: 818, y: 166, scale: SEVEN_SCALE },
  { x: 812, y: 306, scale: SEVEN_SCALE },
  { x: 728, y: 448, scale: SEVEN_SCALE },
];
const SMALL_PLACES: readonly Place[] = [
  { x: 350, y: 372, scale: 1 },
  { x: 79, y: 388, scale: 1 },
  { x: 79, y: 205, scale: 1 },
  { x: 79, y: 22, scale: 1 },
  { x: 621, y: 22, scale: 1 },
  { x: 621, y: 205, scale: 1 },
];
const SMALL_SEVENTH: Place = { x: 621, y: 388, scale: 1 };
const WATCHED_FROM = 3; // a spectator sees the table as seat 3 does

/** Which seat lies at the bottom of the felt: your own, or the middle one. */
export const bottomSeat = (yours: number): number => yours || WATCHED_FROM;

/** How many places clockwise a seat lies from the bottom one. */
export const stepsFrom = (yours: number, seat: number, seats: number): number =>
  (((seat - bottomSeat(yours)) % seats) + seats) % seats;

/** How far to the left (above 0) or right of the bottom place a seat lies. */
export function sideOf(yours: number, seat: number, seats: number): number {
  const steps = stepsFrom(yours, seat, seats);
  return steps > seats / 2 ? steps - seats : steps;
}

/** The place of a seat, seen from `yours` (0: you watch). */
export function placeOf(seat: number, yours: number, seats: number, small = false): Place {
  const places = small ? [...SMALL_PLACES, SMALL_SEVENTH] : seats > 6 ? SEVEN : SIX;
  const steps = stepsFrom(yours, seat, seats);
  const place = places[steps % places.length] ?? places[0]!;
  if (steps === 0 && !yours) return small ? { ...place, y: 388 } : { ...place, y: 446, x: place.x - 67 };
  return place;
}

/** A rectangle inside a seat. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
const rect = (x: number, y: number, w: number, h: number = w): Rect => ({ x, y, w, h });

/** The spots of somebody else's seat, 116 by 112. */
export const SMALL: Readonly<Record<string, Rect>> = {
  progressive: rect(11, 7, 16),
  trips: rect(43, 0, 30),
  six_card: rect(83, 1, 28),
  ante: rect(3, 34, 35),
  equal: rect(38, 34, 40, 35),
  blind: rect(78, 34, 35),
  play: rect(25, 75, 35),
};

/** Your own spots, 244 by 168, each with the place of its words. */
export const YOURS: Readonly<
  Record<string, { readonly spot: Rect; readonly words: Rect; readonly side: 'left' | 'right' | 'under' }>
> = {
  trips: { spot: rect(34, 0, 46), words: rect(-18, 8, 48), side: 'left' },
  progressive: { spot: rect(105, 1, 22), words: rect(81, 25, 70), side: 'under' },
  six_card: { spot: rect(150, 1, 44), words: rect(198, 8, 56), side: 'right' },
  ante: { spot: rect(46, 52, 54), words: rect(-10, 64, 52), side: 'left' },
  blind: { spot: rect(132, 52, 54), words: rect(191, 64, 56), side: 'right' },
  play: { spot: rect(89, 112, 54), words: rect(156, 124, 70), side: 'right' },
};
export const YOUR_EQUAL: Rect = rect(100, 52, 32, 54);

/** Your spots on a phone, 362 by 126. */
export const PHONE: typeof YOURS = {
  trips: { spot: rect(84, 0, 52), words: rect(0, 9, 76), side: 'left' },
  progressive: { spot: rect(168, 0, 26), words: rect(141, 27, 80), side: 'under' },
  six_card: { spot: rect(226, 0, 50), words: rect(285, 9, 84), side: 'right' },
  ante: { spot: rect(94, 58, 66), words: rect(6, 74, 78), side: 'left' },
  blind: { spot: rect(202, 58, 66), words: rect(280, 74, 78), side: 'right' },
  play: { spot: rect(2, 0, 64), words: rect(82, 14, 54), side: 'right' },
};
export const PHONE_EQUAL: Rect = rect(160, 58, 42, 66);
