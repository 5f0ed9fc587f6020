import type { FromSchema } from 'json-schema-to-ts';
import { actorSchema } from '../audit/audit-entry.ts';
import { arrayOf, flag, idOf, oneOf, projectId, text, timeOf, whole } from '../fields.ts';
import { deliverySchema } from '../notification/delivery.ts';
import { operationSchema } from '../operation/operation.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

export const taskActions = ['cancel', 'retry', 'redeliver'] as const;
const taskStates = ['running', 'stopped', 'done'] as const;

/** Reasons to leave out something that matches, with their words. */
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
    description: 'What would be done; nothing was.',
    optional: ['more'],
    properties: {
      count: whole('With how many it would be done.'),
      examples: { type: 'array', maxItems: 5, items: item, description: 'The newest of them.' },
      leftOut: leftOut('What would be left out, by reason.'),
      more: flag(
        'There are so many that only some of them were counted, and examples looked for among the newest.',
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
    count: whole('With how many it is to be done.'),
    more: flag(
      'There are so many that only some of them were counted; the task counts the others before it begins.',
    ),
  },
});

const action = oneOf(taskActions, 'What is done with all that match.');
const state = oneOf(taskStates, '`done`: nothing is left of what matched when it was asked for.');

/** A bulk request for operations or deliveries (Contract §4.7). */
export const taskSchema = closedObject({
  $id: 'Task',
  optional: ['count', 'more', 'by', 'endTime'],
  properties: {
    id: idOf('Task id.'),
    projectId,
    action,
    state,
    filter: {
      type: 'object',
      additionalProperties: true,
      description: 'The parameters that it was asked for with; a destination or a topic by its id.',
      examples: [{ status: 'failure', groupRef: 'acme' }],
    },
    count: whole(
      'With how many it was to be done when it was asked for; absent if an older release did not note it.',
    ),
    more: flag('It has not counted all of them yet.'),
    done: whole('With how many it has been done.'),
    leftOut: leftOut('What has been left out so far, by reason.'),
    resultsURL: text('Address of the results: operations that were cancelled or created, or deliveries.'),
    by: { ...actorSchema, description: 'Who asked; absent if an older release did not note it.' },
    requestId: text('The request that asked.', 'checkout-7f3a'),
    createTime: timeOf('When it was asked for: what comes later is not among them.'),
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
  everything: flag('Needed without a filter, so that a forgotten filter does not select everything.'),
} as const;

export type TaskAction = (typeof taskActions)[number];
export type TaskState = (typeof taskStates)[number];
export type Task = FromSchema<typeof taskSchema>;
