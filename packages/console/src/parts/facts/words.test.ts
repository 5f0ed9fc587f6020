import { expect, test } from '@jest/globals';
import { causeOf } from './words.ts';

test.each([
  ['[contacts] Error writing to provider: Email is invalid', 'Email is invalid'],
  ['[Lead] Retry deadline of 1 h passed: Service down', 'Retry deadline of 1 h passed: Service down'],
  ['Batch write completed (98 succeeded, 2 failed)', 'Batch write completed (98 succeeded, 2 failed)'],
])('of “%s” a short place shows “%s”', (result, cause) => {
  expect(causeOf(result)).toBe(cause);
});
