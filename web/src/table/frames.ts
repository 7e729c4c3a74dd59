// The way from one felt to the next in the order in which a dealer does it: cards, turns, then wager by wager.
import type { Hand, Move, Seat } from '../lib/wire';

/** One picture on the way; `ms` is how long it stands at normal speed. */
export interface Frame {
  readonly hand: Hand;
  readonly ms: number;
  readonly line: string;
  readonly clauses: readonly string[];
  readonly move: Move | null;
}

export const PACKET_MS = 130;
export const TURN_MS = 460; // three cards turn in 160 + 160 ms each, 60 ms apart; then they are named
export const REVEAL_MS = 420;
export const MOVES_MS = 1200; // all wagers of a hand together
export const MOVE_MS_MAX = 300;
const FLOP = 3;

/** The pictures from `from` to `to`; the last one is `to` itself. No hand is named before its cards lie open. */
export function frames(from: Hand | null, to: Hand): readonly Frame[] {
  const base = from && from.round === to.round ? from : from && dealsAnew(from, to) ? blank(to) : null;
  if (!base) return [still(to)];
  const made: Frame[] = [];
  let hand = beginning(base, to);
  const show = (next: Hand, ms: number, move: Move | null = null): void => {
    hand = next;
    made.push({ hand, ms, line: move?.text ?? '', clauses: move?.clauses ?? [], move });
  };
  if (base !== from) show(hand, PACKET_MS); // the cards of the hand before are taken away
  for (const next of packets(hand, to)) show(next(hand), PACKET_MS);
  for (const board of streets(hand.board, to.board))
    show({ ...hand, board, phase: to.phase === 'flop' ? 'flop' : 'river' }, TURN_MS);
  if (hand.dealer.cards.length < to.dealer.cards.length || turned(hand.box, to.box)) {
    const dealer = { ...hand.dealer, held: to.dealer.held, cards: to.dealer.cards };
    show({ ...hand, dealer, box: to.box, phase: 'showdown' }, REVEAL_MS);
  }
  if (to.seats.some((seat, i) => seat.cards.length > (hand.seats[i]?.cards.length ?? 0))) {
    show(
      { ...hand, seats: hand.seats.map((seat, i) => ({ ...seat, cards: to.seats[i]?.cards ?? seat.cards })) },
      TURN_MS,
    );
  }
  const fresh = to.moves.slice(base.moves.length);
  const ms = Math.min(MOVE_MS_MAX, MOVES_MS / Math.max(1, fresh.length));
  fresh.forEach((move, index) => show(settled(named(hand, to), to, move, fresh.slice(index + 1)), ms, move));
  made.push(still(to));
  return made;
}

/** How long all of it takes at normal speed. */
export const lengthOf = (all: readonly Frame[]): number => all.reduce((sum, frame) => sum + frame.ms, 0);

const still = (hand: Hand): Frame => ({ hand, ms: 0, line: '', clauses: [], move: null });

/** A round that we saw nothing of is only shown being dealt while it is fresh. */
function dealsAnew(from: Hand, to: Hand): boolean {
  return (
    to.round === from.round + 1 && to.board.every((card) => card === null) && cardsOut(to) > 0 && to.moves.length === 0
  );
}

const cardsOut = (hand: Hand): number =>
  hand.board.length + hand.dealer.held + hand.seats.reduce((sum, seat) => sum + seat.held, 0);

function blank(to: Hand): Hand {
  return {
    ...to,
    board: [],
    box: [],
    moves: [],
    dealer: { held: 0, cards: [], hand: '', five: [], qualifies: null },
    seats: to.seats.map((seat) => ({ ...seat, held: 0, cards: [], hand: '', five: [] })),
  };
}

/** What was done since stands at once; cards and settlements come one after another. */
function beginning(base: Hand, to: Hand): Hand {
  return {
    ...to,
    phase: base.phase === 'bets' ? to.phase : base.phase,
    board: base.board,
    box: base.box,
    dealer: base.dealer,
    moves: base.moves,
    turn: null,
    seats: to.seats.map((seat, index) => unsettled(base.seats[index], seat)),
  };
}

function unsettled(before: Seat | undefined, seat: Seat): Seat {
  if (!before || before.player !== seat.player) return seat;
  const known = new Map(before.spots.map((spot) => [spot.wager, spot]));
  const over = seat.net !== null && before.net === null;
  return {
    ...seat,
    chips: over ? before.chips : seat.chips,
    state: over && seat.state === 'settled' ? (before.times || seat.times ? 'played' : before.state) : seat.state,
    net: before.net,
    parts: before.parts,
    held: before.held,
    cards: before.cards,
    hand: before.hand,
    five: before.five,
    spots: seat.spots.map((spot) => {
      const old = known.get(spot.wager);
      return old?.outcome ? spot : { ...spot, outcome: null, paid: 0, net: 0 };
    }),
  };
}

/** One step for each packet that is dealt: the board, the seats, the dealer, the box. */
function packets(hand: Hand, to: Hand): readonly ((hand: Hand) => Hand)[] {
  const steps: ((hand: Hand) => Hand)[] = [];
  if (to.board.length > hand.board.length) {
    const known = hand.board.length === 0 ? to.board.map(() => null) : to.board;
    steps.push((now) => ({ ...now, board: known }));
  }
  to.seats.forEach((seat, index) => {
    if (seat.held <= (hand.seats[index]?.held ?? 0)) return;
    steps.push((now) => ({
      ...now,
      seats: now.seats.map((old, at) => (at === index ? withCards({ ...old, held: seat.held }, seat) : old)),
    }));
  });
  if (to.dealer.held > hand.dealer.held) {
    steps.push((now) => ({ ...now, dealer: { ...now.dealer, held: to.dealer.held } }));
  }
  if (to.box.length > hand.box.length) steps.push((now) => ({ ...now, box: to.box.map(() => null) }));
  return steps;
}

function withCards(seat: Seat, to: Seat | undefined): Seat {
  return to ? { ...seat, cards: to.cards, hand: to.hand, five: to.five } : seat;
}

/** The board as it is turned over: the flop, then what follows it. */
function streets(
  from: readonly (string | null)[],
  to: readonly (string | null)[],
): readonly (readonly (string | null)[])[] {
  if (!turned(from, to)) return [];
  const seen = (cards: readonly (string | null)[]): number => cards.filter((card) => card !== null).length;
  if (seen(from) > 0 || seen(to) <= FLOP) return [to];
  return [to.map((card, index) => (index < FLOP ? card : null)), to];
}

/** The names of all hands, once their cards lie open. */
function named(hand: Hand, to: Hand): Hand {
  return { ...hand, dealer: to.dealer, seats: hand.seats.map((seat, index) => withCards(seat, to.seats[index])) };
}

function turned(from: readonly (string | null)[], to: readonly (string | null)[]): boolean {
  return to.some((card, index) => card !== null && (from[index] ?? null) === null);
}

/** One wager paid or collected; a seat's result stands when its last one is done. */
function settled(hand: Hand, to: Hand, move: Move, later: readonly Move[]): Hand {
  const more = later.some((other) => other.seat === move.seat);
  const seats = hand.seats.map((seat, index) => {
    const end = to.seats[index];
    if (seat.seat !== move.seat || !end) return seat;
    if (!more) return end;
    const done = end.spots.find((spot) => spot.wager === move.wager);
    return { ...seat, spots: seat.spots.map((spot) => (done && spot.wager === move.wager ? done : spot)) };
  });
  return { ...hand, seats, moves: [...hand.moves, move], phase: 'showdown' };
}
