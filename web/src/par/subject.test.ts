import { describe, expect, it } from 'vitest';
import type { ParSubjects } from '../lib/wire';
import { nameOf, queryOf, subjectIn, subjectOf, valueOf } from './subject';

const KNOWN: ParSubjects = {
  tables: [
    { table: 'a/b', title: 'Table 1', rules: 'maryland', rules_title: 'Maryland', edition: 1, of_the_lab: false },
  ],
  places: [{ rules: 'maryland', title: 'Maryland', edition: 1 }],
};

describe('the subject of a sheet', () => {
  it('comes from the address and goes back', () => {
    const one = subjectIn(new URLSearchParams('table=a%2Fb&rules=maryland'));
    expect(one).toEqual({ kind: 'table', name: 'a/b' });
    expect(one && queryOf(one)).toBe('table=a%2Fb');
    expect(one && subjectOf(valueOf(one))).toEqual(one);
    expect(subjectIn(new URLSearchParams(''))).toBeNull();
  });

  it('has a name for people', () => {
    expect(nameOf({ kind: 'table', name: 'a/b' }, KNOWN)).toBe('Table 1');
    expect(nameOf({ kind: 'rules', name: 'maryland' }, KNOWN)).toBe('Maryland, usual choices');
    expect(nameOf({ kind: 'table', name: 'gone' }, KNOWN)).toBe('gone');
  });
});
