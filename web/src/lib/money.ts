// Cents into words and signs, and back; whole numbers only.

const MINUS = '\u2212';

/** "$10", "$12,347.67", "−$5". */
export function dollars(cents: number): string {
  const sign = cents < 0 ? MINUS : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const tail = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${sign}$${grouped(whole)}${tail}`;
}

/** Always with both places: a meter, "$12,347.60". */
export function meter(cents: number): string {
  return `$${grouped(Math.trunc(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** With its sign: "+$24", "−$5", "$0". */
export function signed(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** As it is spoken: "20 dollars", "1 dollar", "7 dollars 50". */
export function spoken(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const unit = whole === 1 ? 'dollar' : 'dollars';
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest}`;
}

/** Read an amount that somebody typed: "25", "$25", "1,000.50"; null where it is none. */
export function readDollars(text: string): number | null {
  const found = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!found) return null;
  const whole = Number((found[1] ?? '').replaceAll(',', ''));
  const rest = Number((found[2] ?? '').padEnd(2, '0') || '0');
  return whole * 100 + rest;
}

/** "win", "lose" or "push": the class that goes with an amount, beside its sign. */
export function tone(cents: number): 'win' | 'lose' | 'push' {
  return cents > 0 ? 'win' : cents < 0 ? 'lose' : 'push';
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The chips of a sum, largest first, as true change; `least` is left over where no chip fits. */
export function change(cents: number, chips: readonly number[]): readonly number[] {
  const order = [...chips].filter((chip) => chip > 0).sort((a, b) => b - a);
  const stack: number[] = [];
  let left = cents;
  for (const chip of order) {
    for (let count = Math.trunc(left / chip); count > 0; count -= 1) {
      stack.push(chip);
      if (stack.length >= CHANGE_MAX) return stack;
    }
    left %= chip;
  }
  return stack;
}

const CHANGE_MAX = 200;
