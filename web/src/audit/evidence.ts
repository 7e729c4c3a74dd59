// The full replay of a round, read out of the server's document; what is not there reads as nothing.
import type { Move } from '../lib/wire';

export interface Transfer {
  from: string;
  to: string;
  amount: string | null;
  cents: string;
  why: string;
}
export interface Step {
  event: number;
  at: string;
  name: string;
  text: string;
  clauses: string[];
  readings: string[];
  transfers: Transfer[];
}
export interface Purse {
  seat: number;
  player: string;
  bot: boolean;
  before: string;
  bought: string;
  cashed: string;
  after: string;
}
export interface Layout {
  board: string[];
  dealer: string[];
  seats: { seat: number; cards: string[] }[];
  box: string[];
  burned: string[];
  set_aside: string[];
  stub: string[];
}
/** The settlement of one seat: its wagers in the order in which they were settled. */
export interface Settled {
  seat: number;
  moves: Move[];
  net: number;
}
export interface ProofDeck {
  cards: string[];
  given: boolean;
}
export interface ShuffleProof {
  commitment: string;
  secret: string;
  seeds: [string, string][];
  fits: boolean;
  decks: ProofDeck[];
}
export interface Happening {
  kind: string;
  case: string;
  action: string;
  seat: number | null;
  clauses: string[];
}
export interface EvidenceDocument {
  table: string;
  round: number;
  begun: string;
  ended: string | null;
  outcome: string;
  rules: string;
  edition: number;
  deck: string;
  options: string;
  commitment: string;
  purses: Purse[];
  steps: Step[];
  incidents: Happening[];
  layout: Layout | null;
  proof: ShuffleProof | null;
}

type Plain = Readonly<Record<string, unknown>>;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
const number = (value: unknown): number => (typeof value === 'number' ? value : Number(text(value)) || 0);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const plain = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
const texts = (value: unknown): string[] => list(value).map(text);
const cards = (value: unknown): string[] =>
  text(value)
    .split(' ')
    .filter((card) => card !== '');

export function readEvidence(document: Plain): EvidenceDocument {
  return {
    table: text(document['table']),
    round: number(document['round']),
    begun: text(document['begun']),
    ended: document['ended'] === null ? null : text(document['ended']),
    outcome: text(document['outcome']),
    rules: text(document['rules']),
    edition: number(document['edition']),
    deck: text(document['deck']),
    options: text(document['options']),
    commitment: text(document['commitment']),
    purses: list(document['seats']).map((value) => readPurse(plain(value))),
    steps: list(document['steps']).map((value) => readStep(plain(value))),
    incidents: list(document['incidents']).map((value) => readIncident(plain(value))),
    layout: document['cards'] ? readLayout(plain(document['cards'])) : null,
    proof: document['proof'] ? readProof(plain(document['proof'])) : null,
  };
}

function readPurse(one: Plain): Purse {
  return {
    seat: number(one['seat']),
    player: text(one['player']),
    bot: one['bot'] === true,
    before: text(one['before']),
    bought: text(one['bought']),
    cashed: text(one['cashed']),
    after: text(one['after']),
  };
}
function readStep(one: Plain): Step {
  return {
    event: number(one['event']),
    at: text(one['at']),
    name: text(one['name']),
    text: text(one['text']),
    clauses: texts(one['clauses']),
    readings: texts(one['readings']),
    transfers: list(one['transfers']).map((value) => readTransfer(plain(value))),
  };
}
function readTransfer(one: Plain): Transfer {
  return {
    from: text(one['from']),
    to: text(one['to']),
    amount: one['amount'] === null ? null : text(one['amount']),
    cents: text(one['cents']),
    why: text(one['why']),
  };
}
function readIncident(one: Plain): Happening {
  return {
    kind: text(one['kind']),
    case: text(one['case']),
    action: text(one['action']),
    seat: one['seat'] === null ? null : number(one['seat']),
    clauses: texts(one['clauses']),
  };
}
function readLayout(one: Plain): Layout {
  return {
    board: cards(one['board']),
    dealer: cards(one['dealer']),
    box: cards(one['box']),
    burned: cards(one['burned']),
    set_aside: cards(one['set_aside']),
    stub: cards(one['stub']),
    seats: Object.entries(plain(one['seats']))
      .map(([seat, held]) => ({ seat: Number(seat), cards: cards(held) }))
      .sort((a, b) => a.seat - b.seat),
  };
}
function readProof(one: Plain): ShuffleProof {
  return {
    commitment: text(one['commitment']),
    secret: text(one['secret']),
    seeds: Object.entries(plain(one['seeds'])).map(([seat, seed]): [string, string] => [seat, text(seed)]),
    fits: one['secret_fits_commitment'] === true,
    decks: list(one['decks']).map((value) => {
      const deck = plain(value);
      return { cards: cards(deck['cards']), given: deck['given_by_the_secret'] === true };
    }),
  };
}
/** The movements seat by seat, in the order of settlement. */
export function settledOf(moves: readonly Move[]): Settled[] {
  const seats = new Map<number, Settled>();
  for (const move of moves) {
    const one = seats.get(move.seat) ?? { seat: move.seat, moves: [], net: 0 };
    one.moves.push(move);
    one.net += move.net;
    seats.set(move.seat, one);
  }
  return [...seats.values()];
}

/** "2026-11-16T05:07:37.445Z" as "05:07:37.445". */
export function clockOf(at: string): string {
  return /T(\d\d:\d\d:\d\d(?:\.\d+)?)/.exec(at)?.[1] ?? at;
}
/** "2026-11-16T05:07:37.445Z" as "16 Nov 2026". */
export function dayOf(at: string): string {
  const found = /^(\d{4})-(\d\d)-(\d\d)/.exec(at);
  if (found === null) return at;
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${Number(found[3])} ${months[Number(found[2]) - 1] ?? found[2]} ${found[1]}`;
}
/** "street-turned/1" as "street turned". */
export function eventWords(name: string): string {
  return name.replace(/\/\d+$/, '').replaceAll('-', ' ');
}

/** Every chip of the round that moved, event by event. */
export function allTransfers(document: EvidenceDocument): (Transfer & { event: number })[] {
  return document.steps.flatMap((step) => step.transfers.map((moved) => ({ ...moved, event: step.event })));
}
