import {
  manyParameters,
  operationsPreviewSchema,
  partialObject,
  problemSchema,
  taskStartedSchema,
  writeAcknowledgementSchema,
} from '@writ/contracts';
import { endpoint, ok, rulesOfMany } from '@writ/http';
import { Refusal } from '@writ/problems';
import { findRetryable, retriedAs, type OperationRow } from '@writ/operation';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { retry, type Retried } from '../managing/retry.ts';
import { retryTask } from '../tasks/retry-task.ts';
import { startOrPreview, type ManyDeps } from '../tasks/start-or-preview.ts';
import { existingOperation } from '../operations/existing-operation.ts';
import { filterParameters } from '../operations/list-filter.ts';

const description = `Puts the failed records of an ended asynchronous write into a new operation of the same installation, with its current connection and config. They are sent as they were planned.
A repeated request returns the same new operation, so nothing is written twice.`;

export const retryOperation = (deps: ManagingDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/operations/:operationId\\:retry',
    summary: 'Retry the failed records of an operation',
    access: { scope: 'operations:manage' },
    answers: {
      200: writeAcknowledgementSchema,
      409: problemSchema,
      410: problemSchema,
    },
    docs: { description, refusals: ['operation-not-retryable', 'records-removed'] },
    handle: async ({ project, params: { operationId }, requestId, traceParent, by }) => {
      const found = await existingOperation(deps.prisma, project.id, operationId);
      const retryable = await findRetryable(deps.prisma, project.id, found.id);
      if (!retryable) throw notRetryable(whyNotAtAll(found));
      const [retried] = await retry(deps, [retryable], { requestId, traceParent, by });
      if (retried?.kind === 'accepted') return ok({ operationId: retried.operationId });
      // It may have been retried before: a caller who lost the answer asks again.
      const before = await retriedAs(deps.pool, found);
      if (before !== undefined) return ok({ operationId: before });
      throw whyNot(retried?.kind ?? 'installationGone');
    },
  });

const reasons = {
  installationGone: 'Its installation was deleted.',
  otherAccount:
    'Its installation leads to another provider account now, in which these records have other ids.',
  written:
    'None of its failed records can be sent: Writ refused them, or they were written under unknown ids.',
} as const;

const notRetryable = (detail: string): Refusal => new Refusal('operation-not-retryable', { detail });

function whyNotAtAll({ status, mode, failed }: OperationRow): string {
  if (status === 'in_progress') return 'The operation has not ended: it is retried until its deadline.';
  if (mode === 'synchronous')
    return 'It was a synchronous write: its caller got the answer and may have sent it again.';
  return failed === 0 ? 'None of its records failed.' : 'Its failed records are not stored.';
}

function whyNot(kind: Exclude<Retried['kind'], 'accepted'>): Refusal {
  if (kind === 'recordsRemoved') return new Refusal('records-removed');
  return notRetryable(reasons[kind]);
}

const query = partialObject({ properties: { ...filterParameters, ...manyParameters } });
const manyDescription = `Retries the failed records of all matching asynchronous operations that have failed by now and were not retried before.
The answer has their number and the task that retries them step by step; \`dryRun=true\` only shows what would be done.`;

export const retryManyOperations = (deps: ManyDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/operations\\:retry',
    summary: 'Retry all operations that match',
    access: { scope: 'operations:manage' },
    query,
    rules: rulesOfMany(Object.keys(filterParameters)),
    answers: { 200: operationsPreviewSchema, 202: taskStartedSchema },
    docs: { description: manyDescription },
    handle: ({ project, query: { dryRun = false, everything: _said, ...filter }, by }) =>
      startOrPreview(deps, retryTask(deps), { projectId: project.id, filter, dryRun, by }),
  });
