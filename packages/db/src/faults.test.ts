import { expect, test } from '@jest/globals';
import { isContentFault } from './faults.ts';

test('values that are too large for one text together are a fault of the content: fewer of them may do', () => {
  const longest = 2 ** 29 - 24;
  const caught = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  expect(isContentFault(caught(() => 'x'.repeat(longest + 1)))).toBe(true);
  expect(isContentFault(caught(() => 'x'.repeat(-1)))).toBe(false);
});
