import type { FromSchema } from 'json-schema-to-ts';
import { id, time } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';
import { operationFaults, waitingReasons } from './operation-words.ts';

/** Operation record (Specification, Operation record; Contract §4.7). */
export const operationSchema = closedObject({
  $id: 'Operation',
  optional: ['result', 'idempotencyKey', 'fault', 'retryOf', 'retriedAs'],
  properties: {
    id: { ...id, description: 'Operation id.' },
    projectId: { ...id, description: 'Project that the write belongs to.' },
    integrationId: { ...id, description: 'Integration that the write went through.' },
    installationId: { ...id, description: 'Installation that was written to.' },
    configId: { ...id, description: 'Installation config that was in force when the write was accepted.' },
    actionType: { const: 'write', description: 'The kind of action.' },
    status: {
      enum: ['in_progress', 'success', 'failure'],
      description: 'Where the write stands.',
      examples: ['success'],
    },
    result: { type: 'string', description: 'How it ended, in words.', examples: ['Write completed'] },
    createTime: { ...time, description: 'When the write was accepted.' },
    updateTime: { ...time, description: 'When the operation last changed.' },
    resource: { type: 'string', description: 'The object that is written.', examples: ['contacts'] },
    groupRef: { type: 'string', description: 'Customer group that is written to.', examples: ['acme'] },
    provider: { type: 'string', description: 'Provider that is written to.', examples: ['hubspot'] },
    account: {
      type: 'string',
      description: "The provider's account that the write was accepted for.",
      examples: ['244981'],
    },
    laneId: { ...id, description: 'Lane of that account, in which writes to it wait.' },
    requestId: {
      type: 'string',
      description: 'Request that brought the write; of an auto batch, its first record.',
      examples: ['checkout-7f3a'],
    },
    idempotencyKey: {
      type: 'string',
      description: 'Key that the request came with. Records of an auto batch have their own.',
      examples: ['order-5021'],
    },
    fault: {
      enum: operationFaults,
      description:
        'Kind of the last failure; after the end, of the records that failed, and only where none did of one that a later attempt overcame; `cancelled` where it was.',
      examples: ['rate-limited'],
    },
    retryOf: { ...id, description: 'The operation whose failed records it tries again.' },
    retriedAs: { ...id, description: 'The operation that its failed records were put into.' },
    metadata: closedObject({
      description: 'How the write goes.',
      optional: ['successfulRecordIds', 'retry', 'autoBatch', 'waiting', 'ambiguous', 'warnings'],
      properties: {
        type: { enum: ['create', 'update', 'delete'], description: 'What is done with the records.' },
        mode: { enum: ['synchronous', 'asynchronous'], description: 'Now, or later.' },
        recordCount: { type: 'integer', description: 'Records of the write.' },
        succeeded: { type: 'integer', description: 'Records that the provider wrote.' },
        failed: { type: 'integer', description: 'Records that failed for good.', examples: [0] },
        successfulRecordIds: {
          type: 'array',
          items: { type: 'string' },
          description: 'Provider ids of the records written, at most 100.',
          examples: [['101']],
        },
        retry: partialObject({
          description: 'Attempts of an asynchronous write.',
          required: ['attempts'],
          properties: {
            attempts: { type: 'integer', description: 'Attempts so far.' },
            lastAttempt: { ...time, description: 'When the last attempt began.' },
            nextAttempt: {
              ...time,
              description:
                'When the next attempt is due; absent while nobody knows, as when its account is paused.',
            },
            deadline: { ...time, description: 'When retrying ends.' },
            lastError: closedObject({
              description: 'Why the last attempt failed; absent once the write has ended.',
              optional: ['code', 'providerStatus'],
              properties: {
                message: { type: 'string', description: 'What the provider said.' },
                code: { type: 'string', description: "The provider's code." },
                providerStatus: { type: 'integer', description: "HTTP status of the provider's answer." },
              },
            }),
          },
        }),
        autoBatch: closedObject({
          description:
            'Of an auto batch. It runs at 100 records, at 8 MiB of them, when the delay is over that its first record set, or when a record comes after the installation has moved to another account.',
          optional: ['stage', 'runsAt'],
          properties: {
            stage: {
              enum: ['accumulating', 'executing'],
              description:
                'Whether it still collects records, or is being written. Absent once it has ended.',
            },
            count: { type: 'integer', description: 'Records it holds.' },
            runsAt: { ...time, description: 'When it runs at the latest.' },
          },
        }),
        waiting: closedObject({
          description: 'Why the write has not been sent yet.',
          optional: ['until', 'operationId', 'cause'],
          properties: {
            reason: {
              enum: waitingReasons,
              description:
                "`quota`: the provider's limit is used up; `order`: an earlier write to the same record comes first; `connection`: its connection cannot be used now, and `cause` says why; `outage`: the provider is down; `paused`: an operator holds the account's writes; `batch`: the auto batch still collects; `retry`: its last attempt failed, and the next one is not due yet.",
            },
            until: { ...time, description: 'When it goes on at the latest.' },
            operationId: { ...id, description: 'Of `order`: the earlier write that comes first.' },
            cause: {
              type: 'string',
              description:
                'Of `connection`: why it cannot be used, such as what the provider said when its access token was to be renewed.',
              examples: ['The connection does not work until the customer reconnects it'],
            },
          },
        }),
        ambiguous: {
          type: 'boolean',
          description:
            'A record of it is: it may have been created more than once, or created or changed although it does not count as written.',
        },
        warnings: {
          type: 'array',
          items: { type: 'string' },
          maxItems: 10,
          description:
            'What was done otherwise than the request says, such as fields that the settings dropped or filled. All of it stands in the log.',
          examples: [['Missing from the request, so the default was used: lifecyclestage']],
        },
      },
    }),
  },
});

/** One entry of an operation's log (Contract §4.7). */
export const operationLogSchema = {
  $id: 'OperationLog',
  type: 'array',
  items: closedObject({
    properties: {
      timestamp: { ...time, description: 'When it happened.' },
      severity: { enum: ['INFO', 'WARNING', 'ERROR'], description: 'How serious it is.' },
      message: closedObject({
        description: 'What happened, in words and as facts.',
        optional: ['error', 'details'],
        properties: {
          msg: { type: 'string', description: 'What happened.', examples: ['Write completed'] },
          error: { type: 'string', description: 'What went wrong.' },
          operation_id: { ...id, description: 'The operation.' },
          details: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Further facts; what is no text stands as JSON in one.',
            examples: [{ attempt: '1', durationMs: '120' }],
          },
        },
      }),
    },
  }),
} as const;

export type Operation = FromSchema<typeof operationSchema>;
export type OperationLog = FromSchema<typeof operationLogSchema>;
