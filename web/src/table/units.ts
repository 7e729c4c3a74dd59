// Lengths on the felt.

/** So many units of the felt as a length. */
export const u = (units: number): string => `calc(${units} * var(--u))`;
