import { expect, test } from '@jest/globals';
import { aClaimedOperation } from '@writ/operation/testing';
import { judgeAttempt, type FailureKind, type RecordOutcome } from '@writ/write-core';
import { courseOf, createCallSizes } from './call-sizes.ts';

test('calls get smaller while they are refused, and larger again after three that are clean', () => {
  const { ended, of } = createCallSizes();
  const mostOf = () => of(['a', 'b']).map(({ most }) => most);
  expect(mostOf()).toEqual([]);
  // Concurrent calls count once, and parts of refused calls not at all.
  for (const size of [100, 100, 25, 12]) ended('a', 'k', size, 'too-large');
  expect(mostOf()).toEqual([50]);
  ended('a', 'k', 50, 'too-large');
  ended('b', 'other', 8, 'too-large');
  expect(mostOf()).toEqual([25, 4]);
  for (const course of ['clean', 'clean', 'mixed', 'clean', 'clean'] as const) ended('a', 'k', 25, course);
  ended('a', 'k', 24, 'clean');
  expect(mostOf()).toEqual([25, 4]);
  ended('a', 'k', 25, 'clean');
  expect(mostOf()).toEqual([50, 4]);
  for (const size of [50, 50, 50, 100, 100, 100]) ended('a', 'k', size, 'clean');
  expect(mostOf()).toEqual([4]);
});

const settled = (kind?: FailureKind) => {
  const outcome: RecordOutcome = kind
    ? { kind: 'failed', faults: [{ kind, sent: 'rejected', retryable: true, message: 'no' }] }
    : { kind: 'written', recordId: '1' };
  const time = { attempt: 1, msToDeadline: 60_000, random: 0 };
  return { judgement: judgeAttempt(aClaimedOperation(), { records: [outcome], errors: [] }, time) };
};
const many = (count: number, kind?: FailureKind) => Array.from({ length: count }, () => settled(kind));
const cut = <Settled>(settlement: Settled) => ({ ...settlement, together: 10 });

test.each([
  ['all are written', { settlements: many(20) }, 'clean'],
  ['two were given back to go alone', { settlements: many(18) }, 'clean'],
  ['it was refused without a name, or was slow', { settlements: [], isTooLarge: true }, 'too-large'],
  ['it broke off', { settlements: many(20, 'timeout').map(cut) }, 'too-large'],
  [
    'a tenth has a passing error',
    { settlements: [...many(18), ...many(2, 'unknown').map(cut)] },
    'too-large',
  ],
  ['one has a passing error', { settlements: [...many(19), cut(settled('unknown'))] }, 'mixed'],
  ['a tenth is locked', { settlements: [...many(18), ...many(2, 'locked')] }, 'too-large'],
  ['less than a tenth is locked', { settlements: [...many(19), settled('locked')] }, 'mixed'],
  ['the quota is used up', { settlements: many(20, 'rate-limited') }, 'mixed'],
  ['the credentials are refused', { settlements: many(20, 'unauthorized') }, 'mixed'],
  ['a value is refused', { settlements: [...many(19), settled('invalid')] }, 'mixed'],
])('when %s, it is known what became of a call of 20', (_, call, course) => {
  expect(courseOf({ inCall: 20, ...call })).toBe(course);
});

test('a call of one operation is never too large', () => {
  expect(courseOf({ settlements: [settled('locked')], inCall: 1, isTooLarge: true })).toBe('mixed');
});
