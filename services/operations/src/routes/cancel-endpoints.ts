import {
  manyParameters,
  operationSchema,
  operationsPreviewSchema,
  partialObject,
  problemSchema,
  taskStartedSchema,
} from '@writ/contracts';
import { endpoint, ok, rulesOfMany } from '@writ/http';
import { Refusal } from '@writ/problems';
import type { OperationRow } from '@writ/operation';
import { resultTexts } from '@writ/write-core';
import { cancel } from '../managing/cancel.ts';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { existingOperation } from '../operations/existing-operation.ts';
import { filterParameters } from '../operations/list-filter.ts';
import { toOperations } from '../operations/list-page.ts';
import { cancelTask } from '../tasks/cancel-task.ts';
import { startOrPreview, type ManyDeps } from '../tasks/start-or-preview.ts';

const moreParameters = {
  all: {
    type: 'boolean',
    description: 'Also cancel an auto batch, with the records of other requests in it.',
  },
  force: {
    type: 'boolean',
    description:
      'Also cancel a write that is in flight or may have been written: it ends as `ambiguous`. The next update of its records waits until a running attempt has ended.',
  },
} as const;

const query = partialObject({ properties: moreParameters });
const description = `Ends an asynchronous write as a failure with the result \`Cancelled\`, if nothing of it can have been written; its event is sent as usual. Records that the provider has refused, such as by 429, were not written.
If the write is in flight or may have been written, this needs \`force=true\`. Cancelling again changes nothing.`;

export const cancelOperation = (deps: ManagingDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/operations/:operationId\\:cancel',
    summary: 'Cancel an operation',
    access: { scope: 'operations:manage' },
    query,
    answers: {
      200: operationSchema,
      409: problemSchema,
    },
    docs: { description, refusals: ['operation-not-cancellable'] },
    handle: async ({ project, params: { operationId }, query: { all = false, force = false }, by }) => {
      const found = await existingOperation(deps.prisma, project.id, operationId);
      const [cancelled] = isOpen(found)
        ? await cancel(deps, { projectId: project.id, ids: [found.id], sharedToo: all, force, by })
        : [];
      const now = await existingOperation(deps.prisma, project.id, operationId);
      if (cancelled === undefined && !wasCancelled(now)) throw notCancellable(now, all);
      return ok((await toOperations(deps.prisma, [now]))[0]);
    },
  });

const isOpen = ({ status }: OperationRow): boolean => status === 'in_progress';

const wasCancelled = ({ status, result }: OperationRow): boolean =>
  status === 'failure' && result === resultTexts.cancelled();

function notCancellable(operation: OperationRow, all: boolean): Refusal {
  const refused = (detail: string, remedy: string) =>
    new Refusal('operation-not-cancellable', { detail, remedy });
  if (!isOpen(operation)) {
    const detail = `The operation has ended: ${operation.result ?? operation.status}`;
    return refused(detail, 'Nothing can be done about it here; look at its records.');
  }
  if (operation.stage !== null && !all) {
    const detail = `It is an auto batch with ${operation.recordCount} records, which may have come from several requests.`;
    return refused(detail, 'Add `?all=true` to cancel all of them.');
  }
  return refused(
    'It is being sent, or something of it may have been written before.',
    'Let it end: it is retried until its deadline. Or add `?force=true`: it ends immediately and may have been written.',
  );
}

const manyQuery = partialObject({
  properties: { ...filterParameters, ...moreParameters, ...manyParameters },
});
const manyDescription = `Cancels all matching operations of which nothing can have been written; with \`force=true\` the others, too; auto batches only with \`all=true\`.
The answer has their number and the task that cancels them step by step. An operation that a worker claims first is still sent. \`dryRun=true\` only shows what would be done.`;

export const cancelManyOperations = (deps: ManyDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/operations\\:cancel',
    summary: 'Cancel all operations that match',
    access: { scope: 'operations:manage' },
    query: manyQuery,
    rules: rulesOfMany(Object.keys(filterParameters)),
    answers: { 200: operationsPreviewSchema, 202: taskStartedSchema },
    docs: { description: manyDescription },
    handle: ({ project, query: { dryRun = false, everything: _said, ...filter }, by }) =>
      startOrPreview(deps, cancelTask(deps), { projectId: project.id, filter, dryRun, by }),
  });
