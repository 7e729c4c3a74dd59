// What the ear is told when the table changes: one sentence for each event, in order.
import { cardsWords } from '../lib/cards';
import { spoken } from '../lib/money';
import { type Choice, type Hand, type Move, type Outcome, OUTCOMES, type Seat, type View } from '../lib/wire';
import { bare, capital, listed, wagerName } from '../lib/words';
import { handParts, shortHand } from './handwords';
import { dealerName, ownMoves, ownNet } from './outcome';

/** The sentences between two views; nothing when the first is not there. */
export function sentences(before: View | null, now: View): readonly string[] {
  if (!before) return [];
  const said: string[] = [];
  const messages = now.messages.filter((line) => line.number > before.number);
  said.push(...messages.map((line) => sentence(line.text)));
  if (before.standing !== now.standing) said.push(standingWords(now));
  const over = now.last && before.last?.round !== now.last.round ? sameRound(before, now.last) : null;
  if (now.last && over) said.push(...ofHand(over, now.last, now));
  if (now.hand.round === now.last?.round)
    said.push(...arrivals(before, now)); // between two rounds
  else if (before.hand.round === now.hand.round && before.last?.round !== now.hand.round)
    said.push(...ofHand(before.hand, now.hand, now));
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
  // Where players bank, bets open once somebody holds the bank: that is told then.
  const open = now.hand.phase === 'bets' && now.offers.length > 0 && now.you.seat > 0 && !now.bank;
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
  const over = you !== undefined && you.net !== null && youWere?.net === null;
  if (you?.hand && you.hand !== youWere?.hand && !over) said.push(`You have ${handWords(you.hand)}.`);
  if (hand.dealer.cards.length > was.dealer.cards.length) said.push(dealerWords(hand, mine));
  for (const incident of hand.incidents.slice(was.incidents.length)) {
    said.push(`${sentence(incident.title)} ${sentence(incident.remedy)}`);
  }
  if (hand.phase === 'void' && was.phase !== 'void') said.push('The round is void.');
  if (hand.phase === 'jackpot' && was.phase !== 'jackpot') said.push('A jackpot waits for the floor to validate it.');
  if (over) said.push(resultWords(hand, you));
  else if (you)
    said.push(outcomeWords(hand.moves.slice(was.moves.length).filter((move) => move.seat === mine && !move.tip)));
  said.push(othersWords(was, hand, mine));
  return said;
}

/** "You lose 26 dollars: pair of threes against two pair, tens and threes. Ante and Blind lose." */
function resultWords(hand: Hand, you: Seat): string {
  const net = ownNet(hand, you.seat) ?? 0;
  const against =
    you.hand && hand.dealer.hand && you.state !== 'folded'
      ? `: ${shortHand(you.hand)} against ${shortHand(hand.dealer.hand)}`
      : '';
  return `${netWords('You', net)}${against}. ${outcomeWords(ownMoves(hand, you.seat))}`.trim();
}

/** "You win 5 dollars", "Dan breaks even". */
function netWords(who: string, cents: number): string {
  const s = who === 'You' ? '' : 's';
  if (cents === 0) return `${who} break${s} even`;
  return `${who} ${cents > 0 ? 'win' : 'lose'}${s} ${spoken(cents)}`;
}

const IN_ORDER: readonly Outcome[] = ['win', 'push', 'lose', 'returned', 'void', 'adjusted'];

/** "Ante and Play win, Blind pushes, Trips loses." */
function outcomeWords(moves: readonly Move[]): string {
  const parts = IN_ORDER.flatMap((outcome) => {
    const [one, many] = OUTCOMES[outcome];
    const names = [...new Set(moves.filter((move) => move.outcome === outcome).map((move) => wagerName(move.wager)))];
    return names.length ? [`${listed(names)} ${names.length === 1 ? one : many}`] : [];
  });
  return parts.length ? `${parts.join(', ')}.` : '';
}

/** "Dan loses 20 dollars, Eve breaks even." */
function othersWords(was: Hand, hand: Hand, mine: number): string {
  const told = hand.seats.filter((seat) => {
    const old = was.seats.find((one) => one.seat === seat.seat);
    return seat.net !== null && old?.net === null && seat.player && seat.seat !== mine;
  });
  const words = told.map((seat) => netWords(bare(seat.player), seat.net ?? 0));
  return words.length ? `${words.join(', ')}.` : '';
}

function ofSeat(old: Seat, seat: Seat, mine: boolean, hand: Hand): readonly string[] {
  const name = mine ? 'You' : bare(seat.player);
  const s = mine ? '' : 's';
  if (seat.player && !old.player)
    return [mine ? `You sit at seat ${seat.seat}.` : `${name} sits at seat ${seat.seat}.`];
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
  const fresh = hand.board.filter(
    (card, index): card is string => card !== null && (was.board[index] ?? null) === null,
  );
  if (fresh.length === 0) return [];
  const shown = was.board.filter((card) => card !== null).length;
  if (shown === 0 && fresh.length > 3) {
    return [`Flop: ${cardsWords(fresh.slice(0, 3))}.`, `River: ${cardsWords(fresh.slice(3))}.`];
  }
  return [`${shown === 0 ? 'Flop' : 'River'}: ${cardsWords(fresh)}.`];
}

/** "Dealer: …", or a player-dealer's cards, which are yours where you bank. */
function dealerWords(hand: Hand, mine: number): string {
  const own = hand.bank?.seat === mine && mine > 0;
  const who = own ? 'You' : `The ${dealerName(hand)}`;
  const plays = hand.dealer.qualifies ? `${own ? 'qualify' : 'qualifies'}` : `${own ? 'do' : 'does'} not qualify`;
  const name = hand.dealer.hand ? `: ${shortHand(hand.dealer.hand)}` : '';
  const head = own ? 'Your cards as player-dealer' : capital(dealerName(hand));
  return `${head}: ${cardsWords(hand.dealer.cards)}${name}.${hand.dealer.qualifies === null ? '' : ` ${who} ${plays}.`}`;
}

function ofBank(before: View, now: View): readonly string[] {
  const [seat, offered] = [now.bank?.seat ?? null, now.bank?.offered ?? null];
  if (
    now.bank &&
    seat !== null &&
    (before.bank?.seat !== seat || before.hand.round !== now.hand.round) &&
    now.hand.phase === 'bets'
  ) {
    if (seat === now.you.seat) return [`You hold the bank, ${spoken(now.bank.stake)}.`];
    const who = bare(now.hand.seats.find((one) => one.seat === seat)?.player ?? '') || `Seat ${seat}`;
    return [
      `${who} holds the bank, ${spoken(now.bank.stake)}.${now.offers.length > 0 && now.you.seat > 0 ? ' Place your bets.' : ''}`,
    ];
  }
  if (offered === null || offered === (before.bank?.offered ?? null)) return [];
  if (offered === now.you.seat && offered > 0) return ['The bank is offered to you: take it, or pass.'];
  return [];
}

function standingWords(now: View): string {
  const running = now.hand.phase !== 'bets' && now.hand.round !== now.last?.round;
  if (now.standing === 'paused') return running ? 'The table pauses after this hand.' : 'The table is paused.';
  if (now.standing === 'closed') return 'The table is closed.';
  if (now.standing === 'open') return 'The table is open.';
  return ''; // a table that has stopped is told at once, see state.svelte.ts
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

/** "a pair of fives, king kicker", "ace high: ace, king, jack, five, two". */
function handWords(hand: string): string {
  const words = hand.slice(0, 1).toLowerCase() + hand.slice(1);
  const { head, tail } = handParts(words);
  if (words.startsWith('high card ')) return `${head}: ${[head.replace(/ high$/, ''), ...tail.split('-')].join(', ')}`;
  return /^(pair|straight|flush|full|royal)/.test(words) ? `a ${words}` : words;
}

/** Who is asked now, for the eye: "Marcus is thinking". */
export function thinking(hand: Hand): string {
  const seat = hand.seats.find((one) => one.seat === hand.turn);
  return seat?.player ? `${bare(seat.player)} is thinking` : '';
}
