// Answers as they are written: every form is a line of text, which buttons write too.

/** Chips of a rack, in dollars, the largest first; they are written as they are called. */
export const RACK: readonly string[] = ['1000', '500', '100', '25', '5', '1', '0.50'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The letter of the choice at this place: the first is a. */
export const letterOf = (place: number): string => LETTERS[place] ?? '';

/** The key printed at a choice: numbers up to nine choices, else letters. */
export const keyName = (place: number, count: number): string =>
  count <= 9 ? String(place + 1) : letterOf(place).toUpperCase();

/** Which choice a key means: 1 to 9, 0 the tenth, or a letter; -1: none. */
export function placeOfKey(key: string, count: number): number {
  if (key.length !== 1) return -1;
  const digit = '1234567890'.indexOf(key);
  const place = digit >= 0 ? digit : LETTERS.indexOf(key.toLowerCase());
  return place < count ? place : -1;
}

/** The places that a sequence names: "b a c", "bac", "2,1,3"; what is none of them is left out. */
export function sequencePlaces(text: string, count: number): readonly number[] {
  const words = text.toLowerCase().replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  const keys = words.flatMap((word) => (/^[a-z]+$/.test(word) ? [...word] : [word]));
  return keys
    .map((key) => (/^\d+$/.test(key) ? Number(key) - 1 : LETTERS.indexOf(key)))
    .filter((place) => place >= 0 && place < count);
}

export const writeSequence = (places: readonly number[]): string => places.map(letterOf).join(' ');

/** Add a chip: "2x25" and another 25 is "3x25"; the largest stands first. */
export function addChip(text: string, chip: string): string {
  const counts = new Map<string, number>();
  for (const part of text
    .toLowerCase()
    .replaceAll(/\s*[x×*]\s*/g, 'x')
    .replaceAll(',', ' ')
    .split(/\s+/)) {
    const found = /^(?:(\d{1,4})x)?\$?(\d{1,6}(?:\.\d{1,2})?)$/.exec(part);
    const name = RACK.find((one) => Number(one) === Number(found?.[2] ?? -1));
    if (name) counts.set(name, (counts.get(name) ?? 0) + Number(found?.[1] ?? 1));
  }
  counts.set(chip, (counts.get(chip) ?? 0) + 1);
  return RACK.filter((one) => counts.has(one))
    .map((one) => `${counts.get(one) ?? 0}x${one}`)
    .join(' ');
}

/** Cards that are written, as the deck names them: "10h kd" has Th and Kd. */
export function writtenCards(text: string): readonly string[] {
  const found = text.matchAll(/(10|[2-9tjqka])\s*([shdc])/gi);
  return [...found].map((one) => (one[1] === '10' ? 'T' : (one[1] ?? '').toUpperCase()) + (one[2] ?? '').toLowerCase());
}

/** Take a card in, or out again. */
export function toggleCard(text: string, card: string): string {
  const cards = writtenCards(text);
  return (cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card]).join(' ');
}

/** Make a gain a loss, and back: "5" and "-5". */
export function flipSign(text: string): string {
  const bare = text.trim();
  return /^[-\u2212]/.test(bare) ? bare.slice(1).trim() : `-${bare.replace(/^\+/, '')}`;
}

/** Mark or unmark a choice of a set; with nothing marked the answer is "none". */
export function toggleMark(text: string, place: number, count: number): string {
  const marked = new Set(sequencePlaces(text === 'none' ? '' : text, count));
  if (!marked.delete(place)) marked.add(place);
  return writeSequence([...marked].sort((a, b) => a - b));
}
