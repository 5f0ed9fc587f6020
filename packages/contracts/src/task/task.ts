import type { FromSchema } from 'json-schema-to-ts';
import { actorSchema } from '../audit/audit-entry.ts';
import { id, projectId, time } from '../fields.ts';
import { deliverySchema } from '../notification/delivery.ts';
import { operationSchema } from '../operation/operation.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

/** What can be done with all that match a filter. */
export const taskActions = ['cancel', 'retry', 'redeliver'] as const;
const taskStates = ['running', 'stopped', 'done'] as const;

/** Why something that matches is left out, and what is told about it. */
export const leftOutReasons = {
  running: 'They had not ended.',
  synchronous: 'They were synchronous writes: their callers were told at once, and may have sent them again.',
  retriedBefore: 'They were tried again before.',
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
  ({
    type: 'array',
    description,
    items: closedObject({
      properties: {
        reason: { enum: Object.keys(leftOutReasons), description: 'Why.', examples: ['sent'] },
        count: { type: 'integer', description: 'How many.' },
        detail: { type: 'string', description: 'The reason in words.', examples: [leftOutReasons.sent] },
      },
    }),
  }) as const;

/** Of a count that stopped before its end. */
const more = (description: string) => ({ type: 'boolean', description }) as const;

const preview = <const Item>(name: string, item: Item) =>
  closedObject({
    $id: name,
    description: 'What would be done; nothing was.',
    optional: ['more'],
    properties: {
      count: { type: 'integer', description: 'With how many it would be done.' },
      examples: { type: 'array', maxItems: 5, items: item, description: 'The newest of them.' },
      leftOut: leftOut('What would be left out, by reason.'),
      more: more(
        'There are so many that only some of them were counted, and examples looked for among the newest.',
      ),
    },
  });

/** What a task for operations, or for deliveries, would do. */
export const operationsPreviewSchema = preview('OperationsPreview', operationSchema);
export const deliveriesPreviewSchema = preview('DeliveriesPreview', deliverySchema);

/** What was asked for many is stored, and carried out step by step. */
export const taskStartedSchema = closedObject({
  $id: 'TaskStarted',
  optional: ['more'],
  properties: {
    taskId: { ...id, description: 'The task; `GET …/tasks/{taskId}` tells how far it is.' },
    count: { type: 'integer', description: 'With how many it is to be done.' },
    more: more(
      'There are so many that only some of them were counted; the task counts the others before it begins.',
    ),
  },
});

const action = { enum: taskActions, description: 'What is done with all that match.' } as const;
const state = {
  enum: taskStates,
  description: '`done`: nothing is left of what matched when it was asked for.',
} as const;

/** What was asked for many operations or deliveries at once (Contract §4.7). */
export const taskSchema = closedObject({
  $id: 'Task',
  optional: ['count', 'more', 'by', 'endTime'],
  properties: {
    id: { ...id, description: 'Task id.' },
    projectId,
    action,
    state,
    filter: {
      type: 'object',
      additionalProperties: true,
      description: 'The parameters that it was asked for with; a destination or a topic by its id.',
      examples: [{ status: 'failure', groupRef: 'acme' }],
    },
    count: {
      type: 'integer',
      description:
        'With how many it was to be done when it was asked for; absent where an older release did not note it.',
    },
    more: more('It has not counted all of them yet.'),
    done: { type: 'integer', description: 'With how many it has been done.' },
    leftOut: leftOut('What has been left out so far, by reason.'),
    resultsURL: {
      type: 'string',
      description: 'Where what came of it is listed: operations that were cancelled or made, or deliveries.',
    },
    by: { ...actorSchema, description: 'Who asked; absent where an older release did not note it.' },
    requestId: { type: 'string', description: 'The request that asked.', examples: ['checkout-7f3a'] },
    createTime: { ...time, description: 'When it was asked for: what comes later is not among them.' },
    updateTime: { ...time, description: 'When its last step was made.' },
    endTime: { ...time, description: 'When it was done or stopped; it is kept for 7 days from then on.' },
  },
});

export const taskPageSchema = pageOf('TaskPage', taskSchema);

/** What narrows the list of tasks. */
export const taskQuerySchema = partialObject({
  properties: {
    action: { ...action, description: 'Only tasks that do this.' },
    state: { ...state, description: 'Only tasks in this state.' },
    ...pageParameters({ most: 200, usual: 50 }),
  },
});

/** Parameters of every endpoint that means many by a filter. */
export const manyParameters = {
  dryRun: { type: 'boolean', description: 'Only tell what would be done, and what would be left out.' },
  everything: {
    type: 'boolean',
    description: 'Needed where nothing narrows what is meant, so that nobody means everything by mistake.',
  },
} as const;

export type TaskAction = (typeof taskActions)[number];
export type TaskState = (typeof taskStates)[number];
export type Task = FromSchema<typeof taskSchema>;
