import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, idOf, oneOf, text, timeOf, whole } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';
import { writeTypes } from '../write/write-request.ts';
import { operationFaults, waitingReasons } from './operation-words.ts';

/** Specification, Operation record; Contract §4.7. */
export const operationSchema = closedObject({
  $id: 'Operation',
  optional: ['result', 'label', 'traceId', 'idempotencyKey', 'fault', 'retryOf', 'retriedAs'],
  properties: {
    id: idOf('Operation id.'),
    projectId: idOf('Project that the write belongs to.'),
    integrationId: idOf('Integration that the write went through.'),
    installationId: idOf('Installation that was written to.'),
    configId: idOf('Installation config that was in force when the write was accepted.'),
    actionType: { const: 'write', description: 'The kind of action.' },
    status: oneOf(['in_progress', 'success', 'failure'], 'State of the write.', 'success'),
    result: text('Outcome in words.', 'Write completed'),
    createTime: timeOf('When the write was accepted.'),
    updateTime: timeOf('When the operation last changed.'),
    resource: text('The object that is written.', 'contacts'),
    groupRef: text('Customer group that is written to.', 'acme'),
    provider: text('Provider that is written to.', 'hubspot'),
    account: text("The provider's account that the write was accepted for.", '244981'),
    laneId: idOf('Lane of that account, in which writes to it wait.'),
    label: text(
      'Email address or name of the first record, or the key of its upsert; absent if it has none, and once the sent records are removed.',
      'ada@example.com',
    ),
    requestId: text('Request that sent the write; of an auto batch, its first record.', 'checkout-7f3a'),
    traceId: text(
      'Trace of that request (W3C Trace Context); of an auto batch, of its first.',
      '4bf92f3577b34da6a3ce929d0e0e4736',
    ),
    idempotencyKey: text(
      'Idempotency key of the request. Records of an auto batch have their own.',
      'order-5021',
    ),
    fault: oneOf(
      operationFaults,
      'Kind of the last failure. After the operation has ended: the kind shared by the records that failed for good. `cancelled` if it was cancelled.',
      'rate-limited',
    ),
    retryOf: idOf('The operation whose failed records it retries.'),
    retriedAs: idOf('The operation that retries its failed records.'),
    metadata: closedObject({
      description: 'Progress of the write.',
      optional: ['successfulRecordIds', 'retry', 'autoBatch', 'waiting', 'ambiguous', 'warnings'],
      properties: {
        type: oneOf(writeTypes, 'Type of the write.'),
        mode: oneOf(['synchronous', 'asynchronous'], 'Mode of the write.'),
        recordCount: whole('Records of the write.'),
        succeeded: whole('Records that the provider wrote.'),
        failed: whole('Records that failed for good.', 0),
        successfulRecordIds: arrayOf(
          'Provider ids of the records written, at most 100.',
          { type: 'string' },
          ['101'],
        ),
        retry: partialObject({
          description: 'Attempts of an asynchronous write.',
          required: ['attempts'],
          properties: {
            attempts: whole('Attempts so far.'),
            lastAttempt: timeOf('When the last attempt began.'),
            nextAttempt: timeOf(
              'When the next attempt is due; absent while that is unknown, as for a paused account.',
            ),
            deadline: timeOf('When retrying ends.'),
            lastError: closedObject({
              description: 'Why the last attempt failed; absent once the write has ended.',
              optional: ['code', 'providerStatus'],
              properties: {
                message: text('Message of the provider.'),
                code: text("The provider's code."),
                providerStatus: whole("HTTP status of the provider's answer."),
              },
            }),
          },
        }),
        autoBatch: closedObject({
          description:
            'Of an auto batch. It runs at 100 records, at 8 MiB, when the delay of its first record is over, or when a record arrives after the installation has moved to another account.',
          optional: ['stage', 'runsAt'],
          properties: {
            stage: oneOf(
              ['accumulating', 'executing'],
              'Whether it still collects records, or is being written. Absent once it has ended.',
            ),
            count: whole('Records it holds.'),
            runsAt: timeOf('When it runs at the latest.'),
          },
        }),
        waiting: closedObject({
          description: 'Why the write has not been sent yet.',
          optional: ['until', 'operationId', 'cause'],
          properties: {
            reason: oneOf(
              waitingReasons,
              "`quota`: the provider's limit is used up; `order`: an earlier write to the same record comes first; `connection`: its connection cannot be used now, and `cause` says why; `outage`: the provider is down; `paused`: an operator paused the account's lane; `batch`: the auto batch still collects records; `retry`: its last attempt failed, and the next one is not due yet.",
            ),
            until: timeOf('When it continues at the latest.'),
            operationId: idOf('Of `order`: the earlier write that comes first.'),
            cause: text(
              "Of `connection`: why it cannot be used, such as the provider's refusal to renew its access token.",
              'The connection does not work until the customer reconnects it',
            ),
          },
        }),
        ambiguous: flag(
          'At least one record may exist twice, or may have been written although it is reported as failed.',
        ),
        warnings: {
          type: 'array',
          items: { type: 'string' },
          maxItems: 10,
          description:
            'Differences from the request, such as fields that the settings dropped or filled. The log has all of them.',
          examples: [['Missing from the request, so the default was used: lifecyclestage']],
        },
      },
    }),
  },
});

export const operationLogSchema = {
  $id: 'OperationLog',
  type: 'array',
  items: closedObject({
    properties: {
      timestamp: timeOf('When it happened.'),
      severity: oneOf(['INFO', 'WARNING', 'ERROR'], 'How serious it is.'),
      message: closedObject({
        description: 'What happened, in words and as facts.',
        optional: ['error', 'details'],
        properties: {
          msg: text('Type of the event.', 'Write completed'),
          error: text('The error.'),
          operation_id: idOf('The operation.'),
          details: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Further facts; values other than texts are JSON in a text.',
            examples: [{ attempt: '1', durationMs: '120' }],
          },
        },
      }),
    },
  }),
} as const;

export type Operation = FromSchema<typeof operationSchema>;
export type OperationLog = FromSchema<typeof operationLogSchema>;
