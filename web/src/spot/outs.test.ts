import { describe, expect, it } from 'vitest';
import { groupOuts } from './outs';

describe('outs', () => {
  it('are grouped by the hand they make, the most cards first', () => {
    const outs = [
      { card: 'As', makes: 'two pair' },
      { card: '2h', makes: 'flush' },
      { card: '3h', makes: 'flush' },
    ];

    expect(groupOuts(outs)).toEqual([
      { makes: 'flush', cards: ['2h', '3h'] },
      { makes: 'two pair', cards: ['As'] },
    ]);
  });
});
