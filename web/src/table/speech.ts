// What the ear is told when the table changes: one sentence for each event, in order.
import { cardsWords } from '../lib/cards';
import { spoken, spokenNet } from '../lib/money';
import type { Choice, Hand, Seat, View } from '../lib/wire';
import { bare } from '../lib/words';
import { ownNet } from './outcome';

/** The sentences between two views; nothing when the first is not there. */
export function sentences(before: View | null, now: View): readonly string[] {
  if (!before) return [];
  const said: string[] = [];
  const messages = now.messages.filter((line) => line.number > before.number);
  said.push(...messages.map((line) => `Message from the floor: ${sentence(line.text)}`));
  if (before.standing !== now.standing) said.push(standingWords(now.standing));
  const over = now.last && before.last?.round !== now.last.round ? sameRound(before, now.last) : null;
  if (now.last && over) said.push(...ofHand(over, now.last, now));
  if (now.hand.round === now.last?.round) said.push(...arrivals(before, now)); // between two rounds
  else if (before.hand.round === now.hand.round && before.last?.round !== now.hand.round) said.push(...ofHand(before.hand, now.hand, now));
  else said.push(...begun(now));
  said.push(...ofBank(before, now));
  const turn = yourTurn(now);
  if (turn && turn !== yourTurn(before)) said.push(turn + seconds(now));
  return said.filter((text) => text !== '');
}

function sameRound(view: View, hand: Hand | null): Hand | null {
  if (!hand) return null;
  if (view.hand.round === hand.round) return view.hand;
  return null;
}

function arrivals(before: View, now: View): readonly string[] {
  return now.hand.seats.flatMap((seat) => {
    const old = before.hand.seats.find((one) => one.seat === seat.seat);
    return old && old.player !== seat.player ? ofSeat(old, seat, seat.seat === now.you.seat, now.hand) : [];
  });
}

function begun(now: View): readonly string[] {
  const open = now.hand.phase === 'bets' && now.offers.length > 0 && now.you.seat > 0;
  return [`Hand ${now.hand.round}.${open ? ' Place your bets.' : ''}`];
}

function ofHand(was: Hand, hand: Hand, view: View): readonly string[] {
  const said: string[] = [];
  const mine = view.you.seat;
  if (was.phase === 'bets' && hand.phase !== 'bets' && hand.phase !== 'void') said.push('No more bets.');
  for (const seat of hand.seats) {
    const old = was.seats.find((one) => one.seat === seat.seat);
    if (old) said.push(...ofSeat(old, seat, seat.seat === mine, hand));
  }
  said.push(...ofBoard(was, hand));
  const you = hand.seats.find((seat) => seat.seat === mine);
  const youWere = was.seats.find((seat) => seat.seat === mine);
  if (you?.hand && you.hand !== youWere?.hand) said.push(`You have ${article(you.hand)}.`);
  if (hand.dealer.cards.length > was.dealer.cards.length) said.push(dealerWords(hand));
  for (const incident of hand.incidents.slice(was.incidents.length)) {
    said.push(`${sentence(incident.title)} ${sentence(incident.remedy)}`);
  }
  if (hand.phase === 'void' && was.phase !== 'void') said.push('The round is void.');
  if (hand.phase === 'jackpot' && was.phase !== 'jackpot') said.push('A jackpot waits for the floor to validate it.');
  said.push(...hand.moves.slice(was.moves.length).filter((move) => move.seat === mine).map((move) => sentence(move.text)));
  for (const seat of hand.seats) {
    const old = was.seats.find((one) => one.seat === seat.seat);
    if (seat.net === null || !old || old.net !== null || !seat.player) continue;
    said.push(seat.seat === mine ? `Net ${spokenNet(ownNet(hand, mine) ?? seat.net)}.` : `${bare(seat.player)} ${spokenNet(seat.net)}.`);
  }
  return said;
}

function ofSeat(old: Seat, seat: Seat, mine: boolean, hand: Hand): readonly string[] {
  const name = mine ? 'You' : bare(seat.player);
  const s = mine ? '' : 's';
  if (seat.player && !old.player) return [mine ? `You sit at seat ${seat.seat}.` : `${name} sits at seat ${seat.seat}.`];
  if (!seat.player && old.player) return [`${bare(old.player)} leaves seat ${seat.seat}.`];
  const said: string[] = [];
  if (mine && seat.cards.length > old.cards.length) said.push(`Your cards: ${cardsWords(seat.cards)}.`);
  if (seat.times > old.times) {
    const play = seat.spots.find((spot) => spot.wager === 'play')?.chips ?? 0;
    said.push(`${name} play${s} ${seat.times} ${seat.times === 1 ? 'time' : 'times'}, ${spoken(play)}.`);
  } else if (seat.state !== old.state) {
    if (seat.state === 'checked' && old.state !== 'betting') said.push(`${name} check${s}.`);
    if (seat.state === 'folded') said.push(`${name} fold${s}.`);
    if (seat.state === 'dead') said.push(`${mine ? 'Your' : `${name}\u2019s`} hand is dead.`);
    if (seat.state === 'betting' && mine && hand.phase === 'bets') said.push('Your bets are down.');
  }
  if (seat.away && !old.away) said.push(`${name} ${mine ? 'are' : 'is'} away.`);
  return said;
}

function ofBoard(was: Hand, hand: Hand): readonly string[] {
  const fresh = hand.board.filter((card, index): card is string => card !== null && (was.board[index] ?? null) === null);
  if (fresh.length === 0) return [];
  const shown = was.board.filter((card) => card !== null).length;
  if (shown === 0 && fresh.length > 3) {
    return [`Flop: ${cardsWords(fresh.slice(0, 3))}.`, `River: ${cardsWords(fresh.slice(3))}.`];
  }
  return [`${shown === 0 ? 'Flop' : 'River'}: ${cardsWords(fresh)}.`];
}

function dealerWords(hand: Hand): string {
  const name = hand.dealer.hand ? ` ${sentence(hand.dealer.hand)}` : '';
  const plays = hand.dealer.qualifies === null ? '' : hand.dealer.qualifies ? ' The dealer qualifies.' : ' The dealer does not qualify.';
  return `Dealer: ${cardsWords(hand.dealer.cards)}.${name}${plays}`;
}

function ofBank(before: View, now: View): readonly string[] {
  const offered = now.bank?.offered ?? null;
  if (offered === null || offered === (before.bank?.offered ?? null)) return [];
  if (offered === now.you.seat && offered > 0) return ['The bank is offered to you: take it, or pass.'];
  return [];
}

function standingWords(standing: string): string {
  if (standing === 'paused') return 'The table is stopped for the moment.';
  if (standing === 'closed') return 'The table is closed.';
  if (standing === 'stopped') return 'The table has stopped. Every chip is safe.';
  if (standing === 'open') return 'The table is open.';
  return '';
}

/** "Your turn: check, or bet 2 times, 20 dollars." or nothing. */
export function yourTurn(view: View): string {
  if (view.you.choices.length === 0) return '';
  const words = [...view.you.choices].sort((a, b) => order(a) - order(b) || b.times - a.times).map(choiceWords);
  return `Your turn: ${words.length > 1 ? `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}` : words[0]}.`;
}

const order = (choice: Choice): number => (choice.word === 'check' ? 0 : choice.word === 'fold' ? 1 : 2);

function choiceWords(choice: Choice): string {
  if (choice.word !== 'play') return choice.word;
  return `bet ${choice.times} ${choice.times === 1 ? 'time' : 'times'}, ${spoken(choice.chips)}`;
}

function seconds(view: View): string {
  if (view.deadline === null) return '';
  return ` ${Math.max(0, Math.round((view.deadline - view.at) / 1000))} seconds.`;
}

/** With a capital and a full stop. */
export function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function article(hand: string): string {
  const words = hand.slice(0, 1).toLowerCase() + hand.slice(1);
  return /^(pair|straight|flush|full|royal)/.test(words) ? `a ${words}` : words;
}

/** Who is asked now, for the eye: "Marcus is thinking". */
export function thinking(hand: Hand): string {
  const seat = hand.seats.find((one) => one.seat === hand.turn);
  return seat?.player ? `${bare(seat.player)} is thinking` : '';
}

