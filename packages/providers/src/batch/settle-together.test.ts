import { expect, test } from '@jest/globals';
import type { ProviderFault, RecordOutcome } from '@writ/write-core';
import { settleTogether } from './settle-together.ts';

const failed = (more: Partial<ProviderFault>): RecordOutcome => ({
  kind: 'failed',
  faults: [{ kind: 'unknown', sent: 'rejected', retryable: true, message: 'x', ...more }],
});
const retryable = (records: readonly RecordOutcome[]) =>
  settleTogether({ records, errors: [] }).records.map((o) => o.kind === 'failed' && o.faults[0].retryable);

test('a batch whose culprits can all still succeed is retryable as a whole', () => {
  expect(retryable([failed({ rolledBack: true }), failed({ kind: 'locked' })])).toEqual([true, true]);
});

test('one culprit that can never succeed ends the batch', () => {
  const records = [failed({ rolledBack: true }), failed({ kind: 'locked' }), failed({ retryable: false })];
  expect(retryable(records)).toEqual([false, false, false]);
});
