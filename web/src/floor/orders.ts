// The orders of the floor: which of them mean something at a table now, what each one asks for.
import { readDollars } from '../lib/money';
import type { FloorTable } from '../lib/wire';
import type { GlyphName } from './Glyph.svelte';
import { isOpen } from './row';

export type OrderKey =
  | 'open' | 'close' | 'pause' | 'resume' | 'limits' | 'recut' | 'shuffle' | 'change-deck'
  | 'repair-device' | 'say' | 'remove' | 'call-off' | 'correct-meter';
export type FieldKind = 'text' | 'reason' | 'person' | 'password' | 'dollars' | 'number' | 'seat' | 'colour';
export interface OrderField {
  name: string;
  label: string;
  kind: FieldKind;
  needed: boolean;
  hint?: string;
}
export interface OrderForm {
  key: OrderKey;
  label: string;
  icon: GlyphName;
  says: string;
  send: string;
  grave: boolean;
  fields: OrderField[];
}

const REASON: OrderField = { name: 'reason', label: 'Reason', kind: 'reason', needed: true, hint: 'At least 3 letters; goes to the journal.' };
const SECOND: OrderField = { name: 'second', label: 'Second person', kind: 'person', needed: true, hint: 'Another person with the floor role.' };
const PASSWORD: OrderField = { name: 'password', label: 'Their password', kind: 'password', needed: true };

export const FORMS: Record<OrderKey, OrderForm> = {
  open: {
    key: 'open', label: 'Open', icon: 'play', send: 'Open table', grave: false,
    says: 'The opening checklist is worked through, then the table takes players.',
    fields: [
      { ...SECOND, needed: false, hint: 'Inspects the decks where the rules want two people; else the house’s dealer does.' },
      { ...PASSWORD, needed: false, hint: 'Only with a second person.' },
    ],
  },
  close: {
    key: 'close', label: 'Close', icon: 'power', send: 'Close table', grave: false,
    says: 'A round that runs is played to its end first. Players get their chips back.', fields: [REASON],
  },
  pause: {
    key: 'pause', label: 'Pause', icon: 'pause', send: 'Pause table', grave: false,
    says: 'The round that runs goes on; no new one is dealt until you resume.', fields: [REASON],
  },
  resume: {
    key: 'resume', label: 'Resume', icon: 'play', send: 'Resume dealing', grave: false,
    says: 'New rounds are dealt again.', fields: [],
  },
  limits: {
    key: 'limits', label: 'Limits', icon: 'limits', send: 'Set limits', grave: false,
    says: 'Between rounds only: pause the table first, and resume it afterwards.',
    fields: [
      { name: 'least', label: 'Least Ante', kind: 'dollars', needed: true },
      { name: 'most', label: 'Most Ante', kind: 'dollars', needed: false, hint: 'Empty: no upper limit of the table.' },
    ],
  },
  recut: {
    key: 'recut', label: 'Recut', icon: 'cut', send: 'Order recut', grave: false,
    says: 'Before the first card is dealt: the deck is cut again at this depth.',
    fields: [{ name: 'depth', label: 'Cards above the cover card', kind: 'number', needed: true, hint: '1 to 51' }],
  },
  shuffle: {
    key: 'shuffle', label: 'Shuffle', icon: 'shuffle', send: 'Order shuffle', grave: false,
    says: 'Before the first card is dealt: the deck is shuffled again.', fields: [],
  },
  'change-deck': {
    key: 'change-deck', label: 'Change deck', icon: 'deck', send: 'Change deck', grave: false,
    says: 'The deck is taken away and a fresh one of the same colour comes in. Between rounds only.',
    fields: [{ name: 'colour', label: 'Deck', kind: 'colour', needed: true }],
  },
  'repair-device': {
    key: 'repair-device', label: 'Repair device', icon: 'repair', send: 'Device works again', grave: false,
    says: 'The shuffler is back in use from the next round on.', fields: [],
  },
  say: {
    key: 'say', label: 'Message', icon: 'message', send: 'Send message', grave: false,
    says: 'Everybody at the table reads it, under your name.',
    fields: [{ name: 'text', label: 'Message to the table', kind: 'text', needed: true }],
  },
  remove: {
    key: 'remove', label: 'Remove player', icon: 'person', send: 'Remove at the end of the round', grave: true,
    says: 'The seat is let go when the round is over; the chips go to the player’s purse.',
    fields: [{ name: 'seat', label: 'Seat', kind: 'seat', needed: true }],
  },
  'call-off': {
    key: 'call-off', label: 'Call off', icon: 'stop', send: 'Call the round off', grave: true,
    says: 'The round is void and every wager goes back. A second person has to agree with their password.',
    fields: [REASON, SECOND, PASSWORD],
  },
  'correct-meter': {
    key: 'correct-meter', label: 'Correct meter', icon: 'meter', send: 'Correct the meter', grave: true,
    says: 'Sets the meter to this amount, between rounds only: pause the table first. A second person has to agree with their password.',
    fields: [
      { name: 'meter', label: 'Meter', kind: 'text', needed: true },
      { name: 'cents', label: 'Amount it should show', kind: 'dollars', needed: true },
      REASON, SECOND, PASSWORD,
    ],
  },
};

/** The orders that mean something now; the server still has the last word. */
export function ordersOf(table: FloorTable): OrderForm[] {
  const open = isOpen(table);
  const running = open && table.phase !== '' && !['settled', 'void'].includes(table.phase);
  const beforeFirstCard = open && (table.phase === 'bets' || table.phase === 'locked');
  const seated = table.seats.some((seat) => seat.player !== '');
  const offered: Record<OrderKey, boolean> = {
    open: !open,
    close: open && !table.closing,
    pause: table.standing === 'open',
    resume: table.standing === 'paused',
    limits: table.standing !== 'new',
    recut: beforeFirstCard && table.cut,
    shuffle: beforeFirstCard,
    'change-deck': table.decks.length > 0,
    'repair-device': table.device_down !== '',
    say: open,
    remove: seated,
    'call-off': running,
    'correct-meter': table.meter_cents !== null,
  };
  return (Object.keys(FORMS) as OrderKey[]).filter((key) => offered[key]).map((key) => FORMS[key]);
}

export type Values = Record<string, string>;

/** What is wrong with the fields as they stand, one line a field; empty when all is well. */
export function faultsOf(form: OrderForm, values: Values): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const field of form.fields) {
    const fault = faultOf(field, (values[field.name] ?? '').trim());
    if (fault !== '') faults[field.name] = fault;
  }
  const signs = form.fields.some((field) => field.kind === 'password');
  if (signs && (values['second'] ?? '').trim() !== '' && (values['password'] ?? '') === '') {
    faults['password'] = 'The second person signs with their password.';
  }
  return faults;
}

function faultOf(field: OrderField, value: string): string {
  if (value === '') return field.needed ? `${field.label} is needed.` : '';
  switch (field.kind) {
    case 'reason':
      return value.length < 3 ? 'Say why in at least 3 letters.' : '';
    case 'dollars':
      return readDollars(value) === null ? 'Give an amount in dollars, such as 15 or 12.50.' : '';
    case 'number':
      return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 51 ? '' : 'Give a whole number from 1 to 51.';
    default:
      return '';
  }
}

/** The order as it goes over the wire; call it only when `faultsOf` is empty. */
export function orderOf(form: OrderForm, values: Values): Record<string, unknown> {
  const order: Record<string, unknown> = { do: form.key };
  for (const field of form.fields) {
    const value = field.kind === 'password' ? (values[field.name] ?? '') : (values[field.name] ?? '').trim();
    order[field.name] = wireValue(field, value);
  }
  return order;
}

function wireValue(field: OrderField, value: string): unknown {
  if (field.kind === 'dollars') return value === '' ? null : readDollars(value);
  if (field.kind === 'number' || field.kind === 'seat') return Number(value);
  return value;
}
