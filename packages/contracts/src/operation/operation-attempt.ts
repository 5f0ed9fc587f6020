import type { FromSchema } from 'json-schema-to-ts';
import { id, time } from '../fields.ts';
import { partialObject } from '../schema.ts';
import { operationFaults, waitingReasons } from './operation-words.ts';

/** One attempt to perform an operation (Contract §4.7). */
export const operationAttemptSchema = partialObject({
  $id: 'OperationAttempt',
  required: ['number', 'outcome'],
  properties: {
    number: { type: 'integer', minimum: 1, description: 'The first one is 1.', examples: [1] },
    outcome: {
      enum: ['running', 'success', 'retry', 'failure', 'unknown'],
      description:
        'How it ended: `retry` where another one follows, else `success` where it wrote a record; `unknown` where it was cut off, since its process died or its time ran out.',
      examples: ['retry'],
    },
    startTime: { ...time, description: 'When it began.' },
    endTime: {
      ...time,
      description: 'When its outcome was stored; absent while it runs, and where it was cut off.',
    },
    endpoint: {
      type: 'string',
      description:
        'Method and path of the call to the provider: of several, the last one that may have written. Absent where none was made.',
      examples: ['POST /crm/v3/objects/contacts'],
    },
    providerStatus: {
      type: 'integer',
      description: 'HTTP status of its answer; absent where none came.',
      examples: [429],
    },
    correlationId: {
      type: 'string',
      description: "The provider's name of the call, which its support asks for.",
    },
    providerCall: {
      ...id,
      description:
        'Of a call that several operations shared: its id, which the attempts of all of them show. Absent where the call was of this operation alone.',
    },
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
      description: 'Records that it did not write, also those that are tried again.',
      examples: [1],
    },
    fault: { enum: operationFaults, description: 'Kind of failure.', examples: ['rate-limited'] },
    message: {
      type: 'string',
      description: 'What the provider said, at most 2,000 bytes, without secrets; or why it was not asked.',
      examples: ['You have reached your ten_secondly_rolling limit.'],
    },
    nextAttempt: { ...time, description: 'When the next attempt was due after it.' },
    waitingFor: { enum: waitingReasons, description: 'What the next attempt waited for, or waits for now.' },
  },
});

export type OperationAttempt = FromSchema<typeof operationAttemptSchema>;
