import type { Task } from '@writ/contracts';
import { toLeftOut, type StoredTask } from '@writ/task';

export function toTask(task: StoredTask, managementUrl: string): Task {
  const { id, projectId, action, state, filter, count, countedTo, done, by, requestId, endTime } = task;
  const results = action === 'redeliver' ? 'deliveries' : 'operations';
  return {
    id,
    projectId,
    action,
    state,
    filter,
    ...(count !== null && { count }),
    // An earlier release does not count on and still ends the task.
    ...(countedTo !== null && state !== 'done' && { more: true }),
    done,
    leftOut: toLeftOut(task.leftOut),
    resultsURL: `${managementUrl}/projects/${projectId}/${results}?taskId=${id}`,
    ...(by && { by }),
    requestId,
    createTime: task.createTime.toISOString(),
    updateTime: task.updateTime.toISOString(),
    ...(endTime && { endTime: endTime.toISOString() }),
  };
}
