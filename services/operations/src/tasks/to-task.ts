import { taskSchema, type Task } from '@writ/contracts';
import { toldBy } from '@writ/service-parts';
import { archiveKeptMs, removesOrExports, toLeftOut, type StoredTask } from '@writ/task';

export function toTask(task: StoredTask, managementUrl: string): Task {
  const { id, projectId, action, state, countedTo } = task;
  const results = action === 'redeliver' ? 'deliveries' : 'operations';
  const url = `${managementUrl}/projects/${projectId}`;
  return {
    ...toldBy(taskSchema, task),
    // An earlier release ends tasks without counting on.
    ...(countedTo !== null && state !== 'done' && { more: true }),
    leftOut: toLeftOut(task.leftOut),
    ...(!removesOrExports(action) && { resultsURL: `${url}/${results}?taskId=${id}` }),
    ...(hasArchiveNow(task) && { archiveURL: `${url}/tasks/${id}/archive` }),
  };
}

const hasArchiveNow = ({ action, state, endTime, done }: StoredTask): boolean =>
  action === 'export' &&
  state === 'done' &&
  done > 0 &&
  endTime !== null &&
  endTime.getTime() + archiveKeptMs > Date.now();
