// How a bet is paid for: from the chips in front of you, with a buy-in first, or not at all.

const WHOLE = 100; // buy-ins are whole dollars where the purse has them

/** What is missing for a sum: 0, or the buy-in that brings it; null where the purse has too little. */
export function missing(cost: number, chips: number, purse: number): number | null {
  const short = cost - chips;
  if (short <= 0) return 0;
  const whole = Math.ceil(short / WHOLE) * WHOLE;
  return whole <= purse ? whole : short <= purse ? short : null;
}
