import type { FromSchema } from 'json-schema-to-ts';
import { idOf, oneOf, text, timeOf, whole } from '../fields.ts';
import { partialObject } from '../schema.ts';
import { operationFaults, waitingReasons } from './operation-words.ts';

export const operationAttemptSchema = partialObject({
  $id: 'OperationAttempt',
  required: ['number', 'outcome'],
  properties: {
    number: { type: 'integer', minimum: 1, description: 'The first one is 1.', examples: [1] },
    outcome: oneOf(
      ['running', 'success', 'retry', 'failure', 'unknown'],
      'How it ended: `retry` if another follows, else `success` if it wrote a record; `unknown` if it was cut off because its process died or its time ran out.',
      'retry',
    ),
    startTime: timeOf('When it began.'),
    endTime: timeOf('When its outcome was stored; absent while it runs, and if it was cut off.'),
    endpoint: text(
      'Method and path of the call to the provider; of several, the last that may have written. Absent without a call.',
      'POST /crm/v3/objects/contacts',
    ),
    providerStatus: whole('HTTP status of its answer; absent if none came.', 429),
    correlationId: text("The provider's id of the call, which its support asks for."),
    providerCall: idOf(
      'Of a call that several operations shared: its id, which the attempts of all of them show. Absent if the call was of this operation alone.',
    ),
    providerCallOperations: {
      type: 'integer',
      minimum: 1,
      description: 'How many operations shared that call.',
      examples: [100],
    },
    sent: { type: 'integer', minimum: 0, description: 'Records that were sent.', examples: [1] },
    written: { type: 'integer', minimum: 0, description: 'Records that it wrote.', examples: [0] },
    failed: {
      type: 'integer',
      minimum: 0,
      description: 'Records that it did not write, including those that are retried.',
      examples: [1],
    },
    fault: oneOf(operationFaults, 'Kind of failure.', 'rate-limited'),
    message: text(
      "The provider's message, at most 2,000 bytes, without secrets; or why it was not called.",
      'You have reached your ten_secondly_rolling limit.',
    ),
    nextAttempt: timeOf('When the next attempt was due after it.'),
    waitingFor: oneOf(waitingReasons, 'What the next attempt waited for, or waits for now.'),
  },
});

export type OperationAttempt = FromSchema<typeof operationAttemptSchema>;
