import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import {
  listCancellable,
  listRetryable,
  moveTask,
  nextTask,
  removeTask,
  type OperationTask,
} from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import { cancel } from './cancel.ts';
import type { ManagingDeps } from './managing-deps.ts';
import { retry } from './retry.ts';

/** Operations of one step: one transaction, well below a second. */
const operationsPerStep = 100;

type Deps = ManagingDeps & { logger: Logger; everyMs: number };

/**
 * Carries out what was asked for many operations at once, a step at a time and every task in turn: one process among all,
 * by a lease. A step that a dying process left half done was never committed, and one that is done twice finds nothing.
 */
export function runTasks(deps: Deps): LeaderRounds {
  const steps = { cancel: cancelStep, retry: retryStep };
  return startLeaderRounds({
    db: deps.pool,
    name: 'operation-tasks',
    everyMs: deps.everyMs,
    round: async () => {
      const task = await nextTask(deps.prisma);
      if (!task) return deps.everyMs;
      const last = await steps[task.action](deps, task);
      // What a worker held when the task passed it, and gave back unsent, is found by who begins anew.
      const next = last ?? (task.action === 'cancel' && task.afterId !== null ? null : undefined);
      await (next === undefined ? removeTask(deps.prisma, task) : moveTask(deps.prisma, task, next));
      return 0;
    },
    onError: (error) =>
      deps.logger.warn('step over many operations failed; it is made again', errorFields(error)),
  });
}

/** Gives the last operation that was looked at; undefined when there was none left. */
async function cancelStep(deps: ManagingDeps, task: OperationTask): Promise<string | undefined> {
  const { projectId, filter } = task;
  const ids = await listCancellable(deps.prisma, task, operationsPerStep);
  const { sharedToo = false, force = false } = filter;
  await cancel(deps, { projectId, ids, sharedToo, force });
  return ids.at(-1);
}

async function retryStep(deps: ManagingDeps, task: OperationTask): Promise<string | undefined> {
  const operations = await listRetryable(deps.prisma, task, operationsPerStep);
  await retry(deps, operations, { requestId: task.requestId });
  return operations.at(-1)?.id;
}
