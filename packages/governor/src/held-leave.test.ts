import { expect, test } from '@jest/globals';
import { heldFrom } from './held-leave.ts';

const leave = { id: 'a', startInMs: 10, validMs: 100 };

test('a leave begins counted from the answer, and ends counted from the question', () => {
  expect(heldFrom({ askedAtMs: 1_000, nowMs: 1_040, late: 0 })(leave)).toEqual({
    id: 'a',
    startAtMs: 1_050,
    endAtMs: 1_110,
  });
});

test('a leave whose answer comes too late is not good any more, but where all answers are late', () => {
  const slow = { askedAtMs: 1_000, nowMs: 1_500 };
  expect(heldFrom({ ...slow, late: 3 })(leave)).toMatchObject({ startAtMs: 1_510, endAtMs: 1_110 });
  expect(heldFrom({ ...slow, late: 4 })(leave)).toMatchObject({ startAtMs: 1_510, endAtMs: 1_520 });
});
