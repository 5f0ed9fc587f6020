import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryOf, Task } from '@writ/sdk';
import { pageOf } from '../client.ts';
import { useList } from '../list.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

export type TaskFilter = Omit<QueryOf<'getTasks'>, 'pageSize' | 'pageToken'>;

/** Newest first. Each look reads the newest page, so its rows follow their changes. */
export const useTasks = ({ name, writ }: Project, filter: TaskFilter) =>
  useList<Task>({
    key: [name, 'tasks', filter],
    list: ({ pageSize }, options) => writ.tasks.list({ ...filter, pageSize }, options),
  });

const taskKey = (name: string, id: string) => [name, 'task', id];

export const useTask = ({ name, writ }: Project, id: string) =>
  useLive<Task>({
    key: taskKey(name, id),
    every: (task) => (task && task.state !== 'running' ? false : 1_000),
    read: (signal) => writ.tasks.get(id, { signal }),
  });

/** What it has done stays done. */
export function useStopTask({ name, writ }: Project, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => writ.tasks.stop(id),
    onSuccess: (task) => client.setQueryData(taskKey(name, id), task),
  });
}

const archiveLimits = { attemptMs: 600_000, totalMs: 600_000 };

/**
 * Saves the archive of an export as a file. A plain link would lack the header without which the session does
 * not count.
 */
export const useArchive = ({ writ }: Project, id: string) =>
  useMutation({
    mutationFn: async (): Promise<void> => {
      const archive = await writ.tasks.archive(id, archiveLimits);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([archive], { type: 'application/x-ndjson' }));
      link.download = `customer-${id}.ndjson`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    gcTime: 0,
  });

const mostCounted = 1_000;

/** Operations of a task by status. `areMore`: only the newest are counted. */
export type CameOfTask = Readonly<Record<'in_progress' | 'success' | 'failure', number>> & {
  areMore: boolean;
};

/** Counts the operations that a retry made, until the task and all of them have ended. */
export const useCameOfTask = ({ name, writ }: Project, { id, state }: Pick<Task, 'id' | 'state'>) =>
  useLive<CameOfTask>({
    key: [...taskKey(name, id), 'came', state],
    every: (last) => (state !== 'running' && last?.in_progress === 0 && !last.areMore ? false : 3_000),
    read: async (signal) => {
      const asked = { taskId: id, pageSize: mostCounted };
      const { results, pagination } = await pageOf(writ.operations.list(asked, { signal }));
      const count = (of: string) => results.filter(({ status }) => status === of).length;
      return {
        in_progress: count('in_progress'),
        success: count('success'),
        failure: count('failure'),
        areMore: !pagination.done,
      };
    },
  });
