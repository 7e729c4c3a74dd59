// The orders of the floor: which of them mean something at a table now, what each one asks for.
import { readDollars } from '../lib/money';
import type { FloorTable } from '../lib/wire';
import type { GlyphName } from './Glyph.svelte';
import { isOpen } from './row';

export type OrderKey =
  | 'open'
  | 'close'
  | 'pause'
  | 'resume'
  | 'limits'
  | 'recut'
  | 'shuffle'
  | 'change-deck'
  | 'change-dealing'
  | 'repair-device'
  | 'say'
  | 'remove'
  | 'call-off'
  | 'correct-meter';
export type FieldKind =
  'text' | 'reason' | 'person' | 'password' | 'dollars' | 'number' | 'seat' | 'colour' | 'way' | 'mark';
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
  /** What is said once the table has done it. */
  done: string;
  grave: boolean;
  fields: OrderField[];
}

const REASON: OrderField = {
  name: 'reason',
  label: 'Reason',
  kind: 'reason',
  needed: true,
  hint: 'At least 3 letters. The players read it.',
};
const PRIVATE: OrderField = { ...REASON, hint: 'At least 3 letters. For the journal; no player reads it.' };
const SECOND: OrderField = {
  name: 'second',
  label: 'Second person',
  kind: 'person',
  needed: true,
  hint: 'Another person with the floor role.',
};
const PASSWORD: OrderField = { name: 'password', label: 'Their password', kind: 'password', needed: true };

export const FORMS: Record<OrderKey, OrderForm> = {
  open: {
    key: 'open',
    label: 'Open',
    icon: 'play',
    send: 'Open table',
    done: 'Table open.',
    grave: false,
    says: 'The decks are checked, then the table takes players.',
    fields: [
      { ...SECOND, needed: false, hint: 'Inspects the decks where the rules want two people.' },
      { ...PASSWORD, needed: false, hint: 'Only with a second person.' },
    ],
  },
  close: {
    key: 'close',
    label: 'Close',
    icon: 'power',
    send: 'Close table',
    done: 'The table closes after this hand.',
    grave: false,
    says: 'The current round finishes first. Players keep their chips.',
    fields: [REASON],
  },
  pause: {
    key: 'pause',
    label: 'Pause',
    icon: 'pause',
    send: 'Pause table',
    done: 'Table paused.',
    grave: false,
    says: 'The current round finishes; no new one starts until you resume.',
    fields: [REASON],
  },
  resume: {
    key: 'resume',
    label: 'Resume',
    icon: 'play',
    send: 'Resume dealing',
    done: 'Table resumed.',
    grave: false,
    says: 'New rounds start again.',
    fields: [],
  },
  limits: {
    key: 'limits',
    label: 'Limits',
    icon: 'limits',
    send: 'Set limits',
    done: 'Limits set.',
    grave: false,
    says: 'Between rounds only: pause the table first, and resume it afterwards.',
    fields: [
      { name: 'least', label: 'Minimum Ante', kind: 'dollars', needed: true },
      { name: 'most', label: 'Maximum Ante', kind: 'dollars', needed: false, hint: 'Leave empty for no maximum.' },
    ],
  },
  recut: {
    key: 'recut',
    label: 'Recut',
    icon: 'cut',
    send: 'Order recut',
    done: 'Recut ordered.',
    grave: false,
    says: 'Before the first card is dealt: the deck is cut again at this depth.',
    fields: [{ name: 'depth', label: 'Cards above the cover card', kind: 'number', needed: true, hint: '1 to 51' }],
  },
  shuffle: {
    key: 'shuffle',
    label: 'Shuffle',
    icon: 'shuffle',
    send: 'Order shuffle',
    done: 'Shuffle ordered.',
    grave: false,
    says: 'Before the first card is dealt: the deck is shuffled again.',
    fields: [],
  },
  'change-deck': {
    key: 'change-deck',
    label: 'Change deck',
    icon: 'deck',
    send: 'Change deck',
    done: 'Deck changed.',
    grave: false,
    says: 'The deck is replaced by a fresh one of the same colour, between rounds only.',
    fields: [{ name: 'colour', label: 'Deck', kind: 'colour', needed: true }],
  },
  'change-dealing': {
    key: 'change-dealing',
    label: 'Deal another way',
    icon: 'deck',
    send: 'Deal this way',
    done: 'Dealt this way from the next hand.',
    grave: false,
    says: 'From the next hand on, cards are dealt without the device that is out of order. Change back here once it works.',
    fields: [
      { name: 'method', label: 'Way of dealing', kind: 'way', needed: true },
      { name: 'mark', label: 'The device that is out of order is', kind: 'mark', needed: true },
    ],
  },
  'repair-device': {
    key: 'repair-device',
    label: 'Repair device',
    icon: 'repair',
    send: 'Device works again',
    done: 'Device back in use.',
    grave: false,
    says: 'The device is used again from the next round.',
    fields: [],
  },
  say: {
    key: 'say',
    label: 'Message',
    icon: 'message',
    send: 'Send message',
    done: 'Message sent.',
    grave: false,
    says: 'Everybody at the table reads it.',
    fields: [{ name: 'text', label: 'Message to the table', kind: 'text', needed: true }],
  },
  remove: {
    key: 'remove',
    label: 'Remove player',
    icon: 'person',
    send: 'Remove after this round',
    done: 'The seat is freed after this round.',
    grave: true,
    says: 'The seat is freed after this round; the chips go to the player’s purse.',
    fields: [{ name: 'seat', label: 'Seat', kind: 'seat', needed: true }],
  },
  'call-off': {
    key: 'call-off',
    label: 'Call off',
    icon: 'stop',
    send: 'Call the round off',
    done: 'Round called off.',
    grave: true,
    says: 'The round is void and all bets are returned. A second person has to agree with their password.',
    fields: [REASON, SECOND, PASSWORD],
  },
  'correct-meter': {
    key: 'correct-meter',
    label: 'Correct meter',
    icon: 'meter',
    send: 'Correct the meter',
    done: 'Meter corrected.',
    grave: true,
    says: 'Sets the meter to this amount, between rounds only: pause the table first. A second person has to agree with their password.',
    fields: [
      { name: 'meter', label: 'Meter', kind: 'text', needed: true },
      { name: 'cents', label: 'Amount it should show', kind: 'dollars', needed: true },
      PRIVATE,
      SECOND,
      PASSWORD,
    ],
  },
};

/** A way of dealing in people's words. */
export function wayOf(method: string): string {
  return { shoe: 'from a shoe', hand: 'by hand', shuffler: 'from the shuffler' }[method] ?? method;
}

/** The orders that mean something now; the server still has the last word. */
export function ordersOf(table: FloorTable): OrderForm[] {
  const open = isOpen(table);
  const running = open && !['settled', 'void'].includes(table.phase);
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
    'change-dealing': open && table.ways.length > 0,
    'repair-device': table.device_down !== '',
    say: open,
    remove: seated,
    'call-off': running,
    'correct-meter': table.meter_cents !== null,
  };
  return (Object.keys(FORMS) as OrderKey[]).filter((key) => offered[key]).map((key) => FORMS[key]);
}

export type Values = Record<string, string>;

/** What the players will read when this order is given; empty where they read nothing. */
export function toldBy(key: OrderKey, values: Values): string {
  const reason = (values['reason'] ?? '').trim();
  const text = (values['text'] ?? '').trim();
  switch (key) {
    case 'pause':
      return reason && `The floor has paused the table: ${reason}`;
    case 'close':
      return reason && `The table closes after this hand: ${reason}`;
    case 'call-off':
      return reason && `The floor called this hand off: ${reason}. All bets are returned`;
    case 'say':
      return text && `The floor says: ${text}`;
    default:
      return '';
  }
}

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
      return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 51
        ? ''
        : 'Give a whole number from 1 to 51.';
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
