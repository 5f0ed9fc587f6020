import { expect, test } from '@jest/globals';
import { isBroken, isContentFault, isUnavailable } from './faults.ts';

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

test('what a socket says is taken for no SQLSTATE, though `EPIPE` has its length', () => {
  for (const code of ['EPIPE', 'ECONNRESET']) {
    const fault = Object.assign(new Error(`write ${code}`), { code });
    expect([isUnavailable(fault), isBroken(fault)]).toEqual([true, true]);
  }
  const shutdown = Object.assign(new Error('terminating connection'), { code: '57P01' });
  expect([isUnavailable(shutdown), isBroken(shutdown)]).toEqual([true, true]);
  expect(isUnavailable(Object.assign(new Error('corrupted'), { code: 'XX000' }))).toBe(false);
});
