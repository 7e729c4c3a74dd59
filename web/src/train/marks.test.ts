import { describe, expect, it } from 'vitest';
import { markStates } from './marks';

describe('marks after the answer', () => {
  it('are right, wrong or missed', () => {
    const states = markStates(new Set(['As', 'Kd']), { missed: ['2c'], wrongly_marked: ['Kd'] });

    expect(states).toEqual({ As: 'right', Kd: 'wrong', '2c': 'missed' });
  });
});
