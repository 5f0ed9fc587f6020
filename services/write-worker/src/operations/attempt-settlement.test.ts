import { expect, test } from '@jest/globals';
import { aClaimedOperation } from '@writ/operation/testing';
import { createServiceFrame } from '@writ/service-kit';
import type { Judgement } from '@writ/write-core';
import { attemptSettlement } from './attempt-settlement.ts';

const { logger } = createServiceFrame('write-worker', { LOG_LEVEL: 'error' });

test('the line of a failed attempt tells the status that the provider answered, and the kind of the fault', () => {
  const lines: unknown[] = [];
  const told = { ...logger, info: (_: string, fields: unknown) => void lines.push(fields) };
  const lastFault = { message: 'down', kind: 'unavailable', status: 503 } as const;
  const next = { do: 'retry', waitMs: 1 } as const;
  const judgement: Judgement = { records: [], succeeded: 0, failed: 0, lastFault, next };
  attemptSettlement(told, aClaimedOperation({ attempt: 1 }), judgement, { durationMs: 5 });
  expect(lines).toMatchObject([{ fault: 'down', kind: 'unavailable', providerStatus: 503 }]);
});

test.each<[string, Judgement['next'] & { do: 'retry' }, object]>([
  [
    'in how many milliseconds it is tried again',
    { do: 'retry', waitMs: 862.418 },
    { attempt: 1, durationMs: 5, retryInMs: 862 },
  ],
  [
    'what it waits for where no time is set',
    { do: 'retry', waitMs: 3_599_858.4, waitsFor: 'connection' },
    { attempt: 1, durationMs: 5, waitsFor: 'connection' },
  ],
])('the log of an attempt tells %s', (_, next, details) => {
  const lastFault = { message: 'Slow down', kind: 'rate-limited', code: 'DAILY', status: 429 } as const;
  const judgement: Judgement = { records: [], succeeded: 0, failed: 0, lastFault, next };
  const { log } = attemptSettlement(logger, aClaimedOperation({ attempt: 1 }), judgement, { durationMs: 5 });
  expect(log).toMatchObject({ severity: 'WARNING', error: 'Slow down' });
  expect(log?.details).toEqual(details);
});

test('the log says of an attempt that wrote nothing that it failed, although earlier ones make the write a success', () => {
  const faults = [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'No such field' }] as const;
  const next = { do: 'end', status: 'success', result: 'Batch write completed' } as const;
  const judgement: Judgement = {
    records: [{ status: 'failed', ambiguous: false, faults }],
    succeeded: 1,
    failed: 1,
    next,
  };
  const { log } = attemptSettlement(logger, aClaimedOperation({ attempt: 2 }), judgement, { durationMs: 5 });
  expect(log).toMatchObject({ severity: 'ERROR', msg: 'Attempt 2 failed; the write has ended' });
});
