import { selectCancellable, type CancelPlace, type OperationTask } from '@writ/operation';
import { cancel } from './cancel.ts';
import { operationsPerStep, type ManagingDeps } from './managing-deps.ts';

/** A way through the operations of a project: how far it has come, and whether there was anything to cancel. */
type Pass = { after: CancelPlace | undefined; found: boolean };

/**
 * Steps of tasks that cancel. Each goes on behind the last one, so that what is not meant is read once and not in each
 * step. An operation may become due earlier meanwhile, and so move to where the task has been; therefore a task is done
 * when a whole pass has found nothing. How far it has come is known to this process alone: the next one begins anew.
 */
export function cancelStep(deps: ManagingDeps): (task: OperationTask) => Promise<boolean> {
  const passes = new Map<string, Pass>();
  return async (task) => {
    const { after, found } = passes.get(task.id) ?? { after: undefined, found: false };
    const chosen = await selectCancellable(deps, task, { after, limit: operationsPerStep });
    const ids = chosen.map(({ id }) => id);
    if (ids.length > 0)
      await cancel(deps, { projectId: task.projectId, ids, sharedToo: task.filter.sharedToo === true });
    const isFound = found || ids.length > 0;
    if (ids.length === operationsPerStep) passes.set(task.id, { after: chosen.at(-1), found: isFound });
    else passes.delete(task.id);
    return isFound;
  };
}
