import { expect, test } from '@jest/globals';
import { attempt, fault, fixed, operation, running } from '../testing/a-history.ts';
import { fencedOff, noLeaseTheft, settledNothingSince, takenOverWithin } from './leases.ts';

const again = { attempts: 2, lastAttemptAtMs: 20_000 };

test('what another worker began again in time was taken over', () => {
  const history = [fault(0), operation(0, again), operation(1)];
  expect(takenOverWithin(history, 20_000).holds).toBe(true);
  expect(takenOverWithin(history, 19_999).holds).toBe(false);
});

test('nothing taken over shows nothing', () => {
  expect(takenOverWithin([fault(0), operation(0)], 20_000).holds).toBe(false);
});

test.each([
  ['the first attempt settled after the second', [attempt(0, { attempt: 2 }), attempt(0, { attempt: 1 })]],
  ['one attempt settled twice', [attempt(0, { attempt: 2 }), attempt(0, { attempt: 2 })]],
  ['the first attempt settled in place of the second', [attempt(0, { attempt: 1 })]],
])('%s: seen', (_, attempts) => {
  expect(fencedOff([operation(0, again), ...attempts]).holds).toBe(false);
});

test('the latest attempt alone, or each in its turn, is fine', () => {
  const last = attempt(0, { attempt: 2 });
  expect(fencedOff([operation(0, again), last]).holds).toBe(true);
  expect(fencedOff([operation(0, again), attempt(0), last]).holds).toBe(true);
});

test('a second attempt is a stolen lease', () => {
  expect(noLeaseTheft([operation(0)]).holds).toBe(true);
  expect(noLeaseTheft([operation(0, again)]).holds).toBe(false);
});

test('an operation that was settled after the thaw is seen, and one that never was', () => {
  const what = 'settles nothing';
  expect(settledNothingSince([operation(0), fixed(1_001)], what).holds).toBe(true);
  expect(settledNothingSince([operation(0), fixed(1_000)], what).holds).toBe(false);
  expect(settledNothingSince([operation(0), running(1), fixed(2_000)], what).holds).toBe(false);
});
