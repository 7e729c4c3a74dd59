import { expect, test } from 'vitest';
import { edgeMeaning, edgeWords } from './edge';

const edge = (percent: string, loss: string) => ({
  percent,
  fraction: '1/2',
  loss_cents: loss,
  of: 'of Ante and Progressive, perfect play',
});

test('an edge of the house is called that, to the last decimal', () => {
  expect(edgeWords('2.185')).toEqual({ name: 'House edge', figure: '2.185 %' });
  expect(edgeWords('2.185 %')).toEqual({ name: 'House edge', figure: '2.185 %' });
  expect(edgeWords('0.000')).toEqual({ name: 'House edge', figure: '0.000 %' });
});

test("an edge below nothing is the player's advantage, never a negative edge", () => {
  expect(edgeWords('\u22124.587')).toEqual({ name: 'Player advantage', figure: '4.6 %' });
  expect(edgeWords('-12.04 %')).toEqual({ name: 'Player advantage', figure: '12.0 %' });
});

test('the bar says in a sentence what that comes to', () => {
  expect(edgeMeaning(edge('2.185', '21.85'))).toBe(
    'On average you lose $0.22 a hand on Ante and Progressive if you play perfectly.',
  );
  expect(edgeMeaning(edge('0.001', '0.20'))).toContain('you lose less than a cent a hand');
  expect(edgeMeaning(edge('\u22124.587', '\u221245.87'))).toBe(
    'The meter is high: on average you win $0.46 a hand on Ante and Progressive if you play perfectly.',
  );
});
