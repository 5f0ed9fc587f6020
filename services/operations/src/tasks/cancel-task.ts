import type { Operation } from '@writ/contracts';
import { countCancellable, countUncancellable, listCancellable, newestCancellable } from '@writ/operation';
import { itemsPerStep, type FilteredWork } from '@writ/task';
import { cancel } from '../managing/cancel.ts';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { meantOperations } from '../operations/list-filter.ts';
import { toOperations } from '../operations/list-page.ts';

export const cancelTask = (deps: ManagingDeps): FilteredWork<Operation> => ({
  action: 'cancel',
  count: (which, afterId) =>
    countCancellable(deps.prisma, meantOperations(which), which.createTime, { afterId }),
  examples: async (which, limit) =>
    toOperations(deps.prisma, await newestCancellable(deps.prisma, meantOperations(which), limit)),
  step: async (stored, note) => {
    const task = meantOperations(stored);
    const { projectId, filter, afterId, createTime } = task;
    const ids = await listCancellable(deps.prisma, task, itemsPerStep);
    const last = ids.at(-1);
    if (last !== undefined) {
      const { all: sharedToo = false, force = false } = filter;
      await cancel(deps, {
        projectId,
        ids,
        sharedToo,
        force,
        note: (tx, done) => note(tx, { done, leftOut: {}, next: { afterId: last } }),
      });
      return;
    }
    // A second pass finds operations that a worker held during the first and returned unsent.
    const isOver = afterId === null;
    await deps.transaction(async (tx) => {
      const leftOut = isOver ? await countUncancellable(tx.prisma, task, createTime) : {};
      await note(tx, { done: [], leftOut, next: isOver ? 'end' : 'again' });
    });
  },
});
