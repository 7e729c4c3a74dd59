// What lies open over the table.

/** A move of chips between purse and table; `sit` at seat 0 means any free seat. */
export type ChipsMove = { readonly what: 'sit'; readonly seat: number } | { readonly what: 'buy' | 'cash' | 'leave' };
export type Wanted = ChipsMove | { readonly what: 'cut' | 'paytables' | 'keys' | 'log' };

export function chipsMove(wanted: Wanted | null): ChipsMove | null {
  switch (wanted?.what) {
    case 'sit':
    case 'buy':
    case 'cash':
    case 'leave':
      return wanted;
    default:
      return null;
  }
}
