import { expect, test } from '@jest/globals';
import { aClaimedOperation } from '@writ/operation/testing';
import { createServiceFrame } from '@writ/service-kit';
import type { Judgement } from '@writ/write-core';
import { attemptSettlement } from './attempt-settlement.ts';

const { logger } = createServiceFrame('write-worker', 'error');

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
  const judgement: Judgement = { records: [], succeeded: 0, failed: 0, lastFault: 'Slow down', next };
  const { log } = attemptSettlement(logger, aClaimedOperation({ attempt: 1 }), judgement, { durationMs: 5 });
  expect(log).toMatchObject({ severity: 'WARNING', error: 'Slow down' });
  expect(log?.details).toEqual(details);
});
