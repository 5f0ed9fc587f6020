import type { FromSchema } from 'json-schema-to-ts';
import { actorSchema } from '../audit/audit-entry.ts';
import { arrayOf, flag, idOf, oneOf, projectId, text, timeOf, whole } from '../fields.ts';
import { deliverySchema } from '../notification/delivery.ts';
import { operationSchema } from '../operation/operation.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

export const taskActions = ['cancel', 'retry', 'redeliver', 'erase', 'export', 'eraseProject'] as const;
const taskStates = ['running', 'stopped', 'done'] as const;

export const leftOutReasons = {
  running: 'They had not ended.',
  synchronous: 'They were synchronous writes: their callers know the outcome, and may have sent them again.',
  retriedBefore: 'They were retried before.',
  cancelled: 'They were cancelled; `fault=cancelled`, a `taskId` or `ids` that name them include them.',
  written:
    'None of their failed records can be sent: Writ refused them, or they were written under unknown ids.',
  recordsRemoved: 'What they sent is kept no longer.',
  installationGone: 'Their installation was deleted.',
  otherAccount:
    'Their installation leads to another provider account now, in which their records have other ids.',
  autoBatch: 'They are auto batches, which hold records of several requests; `all=true` includes them.',
  sent: 'Something of them was being sent, or may have been written; `force=true` includes them.',
  destinationDisabled: 'Their destination is disabled; enable it first.',
  destinationGone: 'Their destination was deleted.',
  underWay: 'They were just being sent.',
  changed: 'They had changed, or were gone, when it was their turn.',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

const leftOut = (description: string) =>
  arrayOf(
    description,
    closedObject({
      properties: {
        reason: oneOf(Object.keys(leftOutReasons), 'The reason.', 'sent'),
        count: whole('Their number.'),
        detail: text('The reason in words.', leftOutReasons.sent),
      },
    }),
  );

const preview = <const Item>(name: string, item: Item) =>
  closedObject({
    $id: name,
    description: 'What would be done; nothing was changed.',
    optional: ['more'],
    properties: {
      count: whole('How many match.'),
      examples: { type: 'array', maxItems: 5, items: item, description: 'The newest of them.' },
      leftOut: leftOut('What would be left out, by reason.'),
      more: flag(
        'There are too many to count: only some were counted, and the examples are among the newest.',
      ),
    },
  });

export const operationsPreviewSchema = preview('OperationsPreview', operationSchema);
export const deliveriesPreviewSchema = preview('DeliveriesPreview', deliverySchema);

export const taskStartedSchema = closedObject({
  $id: 'TaskStarted',
  optional: ['more'],
  properties: {
    taskId: idOf('The task; `GET …/tasks/{taskId}` shows its progress.'),
    count: whole('How many match.'),
    more: flag('There are too many to count at first; the task counts the others before it begins.'),
  },
});

const action = oneOf(
  taskActions,
  'What is done with all that match; `erase`, `export`: all data about a customer group is removed, or written to an archive; `eraseProject`: the whole project is removed.',
);
const state = oneOf(taskStates, '`done`: everything that matched when it was created is done.');

/** Contract §4.7. */
export const taskSchema = closedObject({
  $id: 'Task',
  optional: ['count', 'more', 'resultsURL', 'archiveURL', 'by', 'endTime'],
  properties: {
    id: idOf('Task id.'),
    projectId,
    action,
    state,
    filter: {
      type: 'object',
      additionalProperties: true,
      description:
        'The filters of its request; a destination or a topic by its id. After an erasure, its group is only a hash.',
      examples: [{ status: 'failure', groupRef: 'acme' }],
    },
    count: whole(
      'How many matched when it was created; of an erasure or an export, operations. Absent if an older release did not store it.',
    ),
    more: flag('It has not counted all of them.'),
    done: whole('How many are done: of an erasure, operations removed; of an export, lines written.'),
    leftOut: leftOut('What has been left out so far, by reason; of an erasure, the writes it waits for.'),
    resultsURL: text(
      'Address of the results: operations that were cancelled or created, or deliveries. Absent for an erasure or an export.',
    ),
    archiveURL: text('Address of the archive of an export, for 24 hours from its end.'),
    by: { ...actorSchema, description: 'Who created it; absent if an older release did not store it.' },
    requestId: text('The request that created it.', 'checkout-7f3a'),
    createTime: timeOf('When it was created; what came later is not included.'),
    updateTime: timeOf('When its last step ended.'),
    endTime: timeOf('When it was done or stopped; it is kept for 7 days from then on.'),
  },
});

export const taskPageSchema = pageOf('TaskPage', taskSchema);

export const taskQuerySchema = partialObject({
  properties: {
    action: { ...action, description: 'Only tasks that do this.' },
    state: { ...state, description: 'Only tasks in this state.' },
    ...pageParameters({ most: 200, usual: 50 }),
  },
});

export const manyParameters = {
  dryRun: flag('Only report what would be done, and what would be left out.'),
  everything: flag('Required without a filter, so that a forgotten filter does not select everything.'),
} as const;

export type TaskAction = (typeof taskActions)[number];
export type TaskState = (typeof taskStates)[number];
export type Task = FromSchema<typeof taskSchema>;
