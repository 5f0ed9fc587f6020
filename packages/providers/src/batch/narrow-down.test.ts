import { expect, test } from '@jest/globals';
import type { Failed } from '@writ/write-core';
import { narrowDown } from './narrow-down.ts';

const always = { mayCallAgain: () => true };
const refusal = (retryable = false): Failed => ({
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable, message: 'bad value' }],
});

/** Refuses the whole call when one of its records is bad. */
function pickyProvider(isBad: (record: number) => boolean, failure = refusal()) {
  const calls: number[][] = [];
  const send = (records: readonly number[]) => {
    calls.push([...records]);
    if (records.some(isBad)) return Promise.resolve(failure);
    const written = records.map((record) => ({ kind: 'written' as const, recordId: String(record) }));
    return Promise.resolve({ records: written, errors: [] });
  };
  return { calls, send };
}

const hundred = Array.from({ length: 100 }, (_, index) => index);

test('writes all but the bad records, each outcome in its place', async () => {
  const { calls, send } = pickyProvider((record) => record === 17 || record === 80);
  const { records, errors } = await narrowDown(hundred, always, send);
  const failed = hundred.filter((at) => records[at]?.kind === 'failed');
  expect(failed).toEqual([17, 80]);
  expect(records[99]).toEqual({ kind: 'written', recordId: '99' });
  expect(errors).toEqual([]);
  expect(calls.length).toBeLessThanOrEqual(32);
});

test('stops after 32 calls and says of the rest that it was not found out', async () => {
  const { calls, send } = pickyProvider((record) => record % 2 === 0);
  const { records } = await narrowDown(hundred, always, send);
  expect(calls).toHaveLength(32);
  expect(records).toHaveLength(100);
  const undecided = records.filter((o) => o.kind === 'failed' && /not found out/.test(o.faults[0].message));
  expect(undecided.length).toBeGreaterThan(0);
  for (const outcome of undecided) expect(outcome).toMatchObject({ faults: [{ retryable: false }] });
});

test('makes no further call than the caller allows, and leaves the rest to the next attempt', async () => {
  const { calls, send } = pickyProvider((record) => record === 1);
  const { records } = await narrowDown([1, 2], { mayCallAgain: () => false }, send);
  expect(calls).toHaveLength(1);
  const later = { kind: 'failed', faults: [expect.objectContaining({ retryable: true, sent: 'notSent' })] };
  expect(records).toEqual([later, later]);
});

test('does not send again what failed for another reason than a record', async () => {
  const { calls, send } = pickyProvider(() => true, refusal(true));
  const { records, errors } = await narrowDown([1, 2], always, send);
  expect(calls).toHaveLength(1);
  expect(records).toHaveLength(2);
  expect(errors).toEqual(refusal(true).faults);
});
