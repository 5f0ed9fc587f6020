import { taskSchema, type Task } from '@writ/contracts';
import { toldBy } from '@writ/service-parts';
import { toLeftOut, type StoredTask } from '@writ/task';

export function toTask(task: StoredTask, managementUrl: string): Task {
  const { id, projectId, action, state, countedTo } = task;
  const results = action === 'redeliver' ? 'deliveries' : 'operations';
  return {
    ...toldBy(taskSchema, task),
    // An earlier release does not count on and still ends the task.
    ...(countedTo !== null && state !== 'done' && { more: true }),
    leftOut: toLeftOut(task.leftOut),
    ...(action !== 'erase' && {
      resultsURL: `${managementUrl}/projects/${projectId}/${results}?taskId=${id}`,
    }),
  };
}
