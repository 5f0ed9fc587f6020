import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import { listRetryable, nextTask, removeTask, type OperationTask } from '@writ/operation';
import { errorFields, type Logger } from '@writ/service-kit';
import { cancelStep } from './cancel-step.ts';
import { operationsPerStep, type ManagingDeps } from './managing-deps.ts';
import { retry } from './retry.ts';

type Deps = ManagingDeps & { logger: Logger; everyMs: number };

/**
 * Carries out what was asked for many operations at once, a step at a time and every task in turn: one process among all,
 * by a lease. A step that a dying process left half done was never committed, and one that is done twice finds nothing.
 */
export function runTasks(deps: Deps): LeaderRounds {
  const steps: Record<OperationTask['action'], Step> = { cancel: cancelStep(deps), retry: retryStep(deps) };
  return startLeaderRounds({
    db: deps.pool,
    name: 'operation-tasks',
    everyMs: deps.everyMs,
    round: async () => {
      const task = await nextTask(deps.prisma);
      if (!task) return deps.everyMs;
      if (!(await steps[task.action](task))) await removeTask(deps.prisma, task);
      return 0;
    },
    onError: (error) =>
      deps.logger.warn('step over many operations failed; it is made again', errorFields(error)),
  });
}

/** Makes a step; false when there is nothing left to do. */
type Step = (task: OperationTask) => Promise<boolean>;

const retryStep =
  (deps: ManagingDeps): Step =>
  async (task) => {
    const operations = await listRetryable(deps.prisma, task, operationsPerStep);
    const last = operations.at(-1);
    if (!last) return false;
    await retry(deps, operations, task.requestId, { task, afterId: last.id });
    return true;
  };
