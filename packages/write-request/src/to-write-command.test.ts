import { expect, test } from '@jest/globals';
import { toWriteCommand } from './to-write-command.ts';

test.each<[string, object, number]>([
  ['no deadline is one hour', {}, 1],
  ["the write's own", { retryPolicy: { deadlineHours: 5 } }, 5],
  ["the batch's own", { autoBatchPolicy: { maxDelayMinutes: 1, retryDeadlineHours: 3 } }, 3],
  [
    "the batch's own before the write's",
    { autoBatchPolicy: { maxDelayMinutes: 1, retryDeadlineHours: 3 }, retryPolicy: { deadlineHours: 5 } },
    3,
  ],
  [
    "the write's where the batch has none",
    { autoBatchPolicy: { maxDelayMinutes: 1 }, retryPolicy: { deadlineHours: 5 } },
    5,
  ],
  ['none in either is one hour', { autoBatchPolicy: { maxDelayMinutes: 1 }, retryPolicy: {} }, 1],
])('the deadline of retries: %s', (_, policies, deadlineHours) => {
  const write = { groupRef: 'acme', type: 'create', mode: 'asynchronous', record: {}, ...policies } as const;
  expect(toWriteCommand(write)).toMatchObject({ when: { deadlineHours } });
});
