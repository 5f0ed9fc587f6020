import { expect, test } from '@jest/globals';
import { toldFaults } from './hint.ts';

test('as many faults are told as an answer holds and one more, and names are looked for in few of them', () => {
  let looks = 0;
  const fault = {
    detail: 'Unknown.',
    value: 'grupRef',
    get known() {
      looks += 1;
      return ['groupRef'];
    },
  };
  const told = toldFaults(Array.from({ length: 5_000 }, () => fault));
  expect(told).toHaveLength(1_001);
  expect(told[0]?.detail).toBe('Unknown. Did you mean `groupRef`?');
  expect(told[1_000]?.detail).toBe('Unknown.');
  expect(looks).toBeLessThan(100);
});
