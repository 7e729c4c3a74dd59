// Cards in words: for labels, for speech and for the log.

export type Suit = 's' | 'h' | 'd' | 'c';

const RANKS: Readonly<Record<string, readonly [string, string]>> = {
  A: ['Ace', 'ace'],
  K: ['King', 'king'],
  Q: ['Queen', 'queen'],
  J: ['Jack', 'jack'],
  T: ['10', 'ten'],
  '9': ['9', 'nine'],
  '8': ['8', 'eight'],
  '7': ['7', 'seven'],
  '6': ['6', 'six'],
  '5': ['5', 'five'],
  '4': ['4', 'four'],
  '3': ['3', 'three'],
  '2': ['2', 'two'],
};
const SUITS: Readonly<Record<Suit, string>> = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };
const SIGNS: Readonly<Record<Suit, string>> = { s: '\u2660', h: '\u2665', d: '\u2666', c: '\u2663' };

export const rankOf = (card: string): string => card.slice(0, 1);
export const suitOf = (card: string): Suit => card.slice(1, 2) as Suit;
export const isCard = (text: string): boolean => /^[2-9TJQKA][shdc]$/.test(text);

const ORDER = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
/** All 52 cards, a suit in each row, the ace first. */
export const DECK_ROWS: readonly (readonly string[])[] = (['s', 'h', 'd', 'c'] as const).map((suit) =>
  ORDER.map((rank) => rank + suit),
);

/** A card as a label: "King of spades", "5 of diamonds". */
export function cardName(card: string): string {
  return `${RANKS[rankOf(card)]?.[0] ?? card} of ${suitWord(card)}`;
}

/** A card in a sentence: "king of spades", "five of diamonds". */
export function cardWords(card: string): string {
  return `${RANKS[rankOf(card)]?.[1] ?? card} of ${suitWord(card)}`;
}

export const suitWord = (card: string): string => SUITS[suitOf(card)] ?? '';

/** Short, for a line of text: "K\u2660", "10\u2666". */
export function cardSign(card: string): string {
  const rank = rankOf(card) === 'T' ? '10' : rankOf(card);
  return `${rank}${SIGNS[suitOf(card)] ?? ''}`;
}

/** Several cards in a sentence: "five of hearts, jack of clubs, eight of spades". */
export function cardsWords(cards: readonly string[]): string {
  return cards.map(cardWords).join(', ');
}

/** A piece of a line: words, or one card standing in it. */
export type Piece = { readonly text: string } | { readonly card: string };

const WRITTEN = /(?<![A-Za-z0-9])(10|[2-9TJQKA])([\u2660\u2665\u2666\u2663]|[shdc](?![A-Za-z0-9]))/g;
const LETTERS: Readonly<Record<string, string>> = { '\u2660': 's', '\u2665': 'h', '\u2666': 'd', '\u2663': 'c' };

/** Cut a line into words and cards, so that cards can be drawn: "Flop 5h Jc 8s", "Flop 5\u2665 J\u2663 8\u2660". */
export function pieces(line: string): readonly Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const hit of line.matchAll(WRITTEN)) {
    if (hit.index > from) found.push({ text: line.slice(from, hit.index) });
    const rank = hit[1] === '10' ? 'T' : (hit[1] ?? '');
    found.push({ card: rank + (LETTERS[hit[2] ?? ''] ?? hit[2] ?? '') });
    from = hit.index + hit[0].length;
  }
  if (from < line.length) found.push({ text: line.slice(from) });
  return found;
}
