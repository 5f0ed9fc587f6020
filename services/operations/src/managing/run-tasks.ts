import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import { projectLaneIds } from '@writ/lanes';
import {
  listRetryable,
  moveTask,
  nextTask,
  removeTask,
  selectCancellable,
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
export const runTasks = (deps: Deps): LeaderRounds =>
  startLeaderRounds({
    db: deps.pool,
    name: 'operation-tasks',
    everyMs: deps.everyMs,
    round: async () => {
      const task = await nextTask(deps.pool);
      if (!task) return false;
      if (!(await steps[task.action](deps, task))) await removeTask(deps.pool, task);
      return true;
    },
    onError: (error) =>
      deps.logger.warn('step over many operations failed; it is made again', errorFields(error)),
  });

/** Makes a step; false when there is nothing left to do. */
type Step = (deps: ManagingDeps, task: OperationTask) => Promise<boolean>;

const steps: Record<OperationTask['action'], Step> = {
  cancel: async (deps, task) => {
    const { projectId, filter, sharedToo, acceptedBy } = task;
    const laneIds = await projectLaneIds(deps.pool, projectId, 'provider');
    const ids = await selectCancellable(
      deps.pool,
      { projectId, laneIds, filter, sharedToo },
      { acceptedBy, limit: operationsPerStep },
    );
    if (ids.length > 0) await cancel(deps, { projectId, ids, sharedToo });
    return ids.length > 0;
  },
  retry: async (deps, task) => {
    const { projectId, filter, acceptedBy, afterId } = task;
    const page = { acceptedBy, afterId, limit: operationsPerStep };
    const operations = await listRetryable(deps.pool, projectId, filter, page);
    const last = operations.at(-1);
    if (!last) return false;
    await retry(deps, operations, task.requestId, (tx) => moveTask(tx, task, last.id));
    return true;
  },
};
