// What a sheet is about, as it stands in the address: an open table, or a place with its usual choices.
import type { ParSubjects } from '../lib/wire';

export interface Subject {
  readonly kind: 'table' | 'rules';
  readonly name: string;
}

/** Read the subject from the address; none where nothing was chosen. */
export function subjectIn(query: URLSearchParams): Subject | null {
  const [table, rules] = [query.get('table'), query.get('rules')];
  if (table) return { kind: 'table', name: table };
  return rules ? { kind: 'rules', name: rules } : null;
}

export const queryOf = (subject: Subject): string => new URLSearchParams({ [subject.kind]: subject.name }).toString();

/** The value of a choice, and back. */
export const valueOf = (subject: Subject): string => `${subject.kind}/${subject.name}`;
export function subjectOf(value: string): Subject {
  const [kind, ...name] = value.split('/');
  return { kind: kind === 'rules' ? 'rules' : 'table', name: name.join('/') };
}

/** Name a subject for people; its own name where it is not listed. */
export function nameOf(subject: Subject, known: ParSubjects | null): string {
  if (subject.kind === 'table') return known?.tables.find((one) => one.table === subject.name)?.title ?? subject.name;
  const place = known?.places.find((one) => one.rules === subject.name);
  return place ? `${place.title}, usual choices` : subject.name;
}
