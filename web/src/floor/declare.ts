// A declaration from the fields of its kind: what is still missing, and how it goes over the wire.
import type { IrregularityField, IrregularityKind } from '../lib/wire';

export type Answers = Record<string, string>;
export interface Declared {
  kind: string;
  [field: string]: unknown;
}

/** Answers to begin with: the first option where there are options, else nothing. */
export function blank(kind: IrregularityKind): Answers {
  return Object.fromEntries(kind.fields.map((field) => [field.name, firstOf(field)]));
}

function firstOf(field: IrregularityField): string {
  if (isFlag(field)) return '';
  return field.needed ? (field.options[0] ?? '') : '';
}

export function isFlag(field: IrregularityField): boolean {
  return field.kind === 'flag';
}
export function isNumber(field: IrregularityField): boolean {
  return field.kind === 'number';
}

/** Fields that have a say now: a seat counts only where the trouble is at a seat. */
export function fieldsNow(kind: IrregularityKind, answers: Answers): IrregularityField[] {
  const where = kind.fields.find((field) => field.name === 'where');
  if (where === undefined) return [...kind.fields];
  const atSeat = answers['where'] === 'seat';
  return kind.fields
    .filter((field) => field.name !== 'seat' || atSeat)
    .map((field) => (field.name === 'seat' ? { ...field, needed: true } : field));
}

/** The first field that still needs an answer, or null when the preview can be asked for. */
export function missing(kind: IrregularityKind, answers: Answers): IrregularityField | null {
  return (
    fieldsNow(kind, answers).find((field) => field.needed && !isFlag(field) && (answers[field.name] ?? '') === '') ??
    null
  );
}

/** What to do about a missing field, in words: "Choose a seat", "Enter the number". */
export function askFor(field: IrregularityField): string {
  if (field.name === 'seat') return 'Choose a seat';
  return isNumber(field) ? 'Enter how many cards' : `Choose “${field.label}”`;
}

export function declarationOf(kind: IrregularityKind, answers: Answers): Declared {
  const declared: Declared = { kind: kind.kind };
  for (const field of fieldsNow(kind, answers)) {
    const value = (answers[field.name] ?? '').trim();
    if (isFlag(field)) declared[field.name] = value === 'yes';
    else if (value === '') continue;
    else declared[field.name] = wireValue(field, value);
  }
  return declared;
}

function wireValue(field: IrregularityField, value: string): unknown {
  return field.name === 'seat' || field.name === 'count' ? Number(value) : value;
}

/** An option in words: "in_play" becomes "In play"; a seat is told as a seat. */
export function optionWords(field: IrregularityField, option: string): string {
  if (field.name === 'seat') return `Seat ${option}`;
  const words = option.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
