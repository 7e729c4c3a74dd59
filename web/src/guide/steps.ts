// The guided hand: which step belongs to what can be done now, its words, and where its card stands.
import type { Choice, Street, Wager } from '../lib/wire';
import type { Mode } from '../table/mode';

export type Circle = 'ante' | 'blind' | 'play' | 'sides';
export type StepName = 'sit' | Circle | 'bank' | 'placed' | Street | 'paid';

/** What a step depends on, as the table says it. */
export interface Scene {
  readonly mode: Mode;
  readonly street: Street;
  readonly spots: readonly Wager[];
  readonly choices: readonly Choice[];
  /** how many circles have been explained */
  readonly circle: number;
  /** whether a hand of yours is over and lies on the table */
  readonly over: boolean;
}

const CIRCLES: readonly Circle[] = ['ante', 'blind', 'play', 'sides'];

/** The circles to explain at a table. */
export function circlesOf(spots: readonly Wager[]): readonly Circle[] {
  const sides = spots.some((wager) => !['ante', 'blind', 'play'].includes(wager));
  return CIRCLES.filter((circle) => circle !== 'sides' || sides);
}

/** The step of a moment; null while there is nothing to do or to read. */
export function stepAt(scene: Scene): StepName | null {
  switch (scene.mode) {
    case 'watch':
      return 'sit';
    case 'bank':
      return 'bank';
    case 'bet': {
      const circles = circlesOf(scene.spots);
      return circles[Math.min(scene.circle, circles.length - 1)] ?? null;
    }
    case 'placed':
      return 'placed';
    case 'decide':
      return scene.street;
    case 'review':
      return scene.over ? 'paid' : null;
    default:
      return null;
  }
}

export interface StepWords {
  readonly title: string;
  readonly text: string;
}

const WORDS: Readonly<Record<Exclude<StepName, Street>, StepWords>> = {
  sit: {
    title: 'Take a seat',
    text: 'Choose an open seat. You play against the dealer, not against the other players.',
  },
  ante: {
    title: 'The Ante',
    text: 'Your first bet. You choose the amount: press the circle or the plus below. If you win, it pays 1 to 1; if the dealer has less than a pair, it comes back.',
  },
  blind: {
    title: 'The Blind',
    text: 'Always as much as the Ante. When you win, it pays extra from a straight up, and comes back below that.',
  },
  play: {
    title: 'Play',
    text: 'Stays empty for now. You bet here once, after you have seen cards: the earlier, the more you may bet.',
  },
  sides: {
    title: 'The other spots',
    text: 'Side bets, each with a paytable of its own. You never need them. Press Deal when your bets are right.',
  },
  bank: { title: 'The bank', text: 'Here players take turns as the bank, who plays for the dealer. You can pass.' },
  placed: { title: 'Your bets are down', text: 'The cards come as soon as everybody is ready.' },
  paid: {
    title: 'How it is paid',
    text: 'The better five of seven cards wins. Each line says what a bet won or lost, and why.',
  },
};
const SEEN: Readonly<Record<Street, string>> = {
  deal: 'These are your two cards. The dealer’s two and the board lie face down.',
  flop: 'Three cards of the board are open: they belong to everybody.',
  river: 'All five cards of the board are open. This is the last choice.',
};
const TITLES: Readonly<Record<Street, string>> = {
  deal: 'Before the flop',
  flop: 'On the flop',
  river: 'On the river',
};

/** What a step says; the raises are those that the server offers. */
export function wordsOf(step: StepName, choices: readonly Choice[]): StepWords {
  if (step !== 'deal' && step !== 'flop' && step !== 'river') return WORDS[step];
  const raises = choices.filter((one) => one.word === 'play').map((one) => `${one.times}×`);
  const asks = [
    ...(raises.length > 0 ? [`bet ${raises.join(' or ')} the Ante on Play`] : []),
    ...(choices.some((one) => one.word === 'check') ? ['check, which costs nothing, and see more'] : []),
    ...(choices.some((one) => one.word === 'fold') ? ['fold and give up Ante and Blind'] : []),
  ];
  return { title: TITLES[step], text: `${SEEN[step]} Now ${asks.join(', or ')}.` };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Corner {
  readonly x: number;
  readonly y: number;
}
const GAP = 12;

/** The corner of a card beside what it talks about: above, below, left or right of it, whole on the screen. */
export function beside(target: Box, card: Size, screen: Size): Corner {
  const across = clamp(target.x + target.width / 2 - card.width / 2, GAP, screen.width - card.width - GAP);
  const along = clamp(target.y + target.height / 2 - card.height / 2, GAP, screen.height - card.height - GAP);
  if (target.y >= card.height + 2 * GAP) return { x: across, y: target.y - card.height - GAP };
  if (target.x >= card.width + 2 * GAP) return { x: target.x - card.width - GAP, y: along };
  const below = target.y + target.height + GAP;
  if (below + card.height + GAP <= screen.height) return { x: across, y: below };
  const right = target.x + target.width + GAP;
  if (right + card.width + GAP <= screen.width) return { x: right, y: along };
  return { x: across, y: GAP };
}
/** The corner of a card below what it talks about, where there is room; else beside it. */
export function under(target: Box, card: Size, screen: Size): Corner {
  const y = target.y + target.height + GAP;
  if (y + card.height + GAP > screen.height) return beside(target, card, screen);
  return { x: clamp(target.x + target.width / 2 - card.width / 2, GAP, screen.width - card.width - GAP), y };
}
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
