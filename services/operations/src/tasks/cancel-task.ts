import { countCancellable, countUncancellable, listCancellable, newestCancellable } from '@writ/operation';
import { goesOnCounting } from '@writ/task';
import { cancel } from '../managing/cancel.ts';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { mostExamples, operationsPerStep, taskOfStep, type KindOfTask } from './kind-of-task.ts';

/** Cancels all open operations that match. */
export const cancelTask = (deps: ManagingDeps): KindOfTask => ({
  action: 'cancel',
  extentOf: (which, at) => countCancellable(deps.prisma, which, at),
  passedOver: () => ({}),
  examples: (which) => newestCancellable(deps.prisma, which, mostExamples),
  step: async (stored, note) => {
    const task = taskOfStep(stored);
    const { projectId, filter, afterId, createTime } = task;
    const countedTo = goesOnCounting(task);
    if (countedTo !== undefined) {
      const counted = await countCancellable(deps.prisma, task, createTime, { afterId: countedTo });
      return deps.transaction((tx) => note(tx, { done: [], leftOut: {}, next: 'again', counted }));
    }
    const ids = await listCancellable(deps.prisma, task, operationsPerStep);
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
    // What a worker held when the task passed it, and gave back unsent, is found by who begins anew.
    const isOver = afterId === null;
    await deps.transaction(async (tx) => {
      const leftOut = isOver ? await countUncancellable(tx.prisma, task, createTime) : {};
      await note(tx, { done: [], leftOut, next: isOver ? 'end' : 'again' });
    });
  },
});
