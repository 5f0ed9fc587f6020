import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { QueryOf, Task, TaskPage } from '@writ/sdk';
import { pageOf } from '../client.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';
import { usePageByPage } from '../lists/page-by-page.ts';
import { useReadingOn } from '../lists/reading-on.ts';
import { renewed } from '../lists/renewed.ts';

type Query = QueryOf<'getTasks'>;

export type TaskFilter = { [Name in 'action' | 'state']?: Query[Name] | undefined };

const runningPaceMs = 1_000;
const listPaceMs = 3_000;
const pageSize = 50;

type Pages = InfiniteData<TaskPage, string | undefined>;

/** The tasks of a project, newest first: they follow what becomes of them; newer ones are only counted, until `showNewer`. */
export function useTasks({ name, writ }: Project, filter: TaskFilter) {
  const client = useQueryClient();
  const key = [name, 'tasks', filter];
  const read = (pageToken?: string, signal?: AbortSignal) =>
    pageOf(writ.tasks.list({ ...filter, pageSize }, { ...(signal && { signal }) }), pageToken);
  const { list, pages, rows } = usePageByPage(key, ({ pageParam, signal }) => read(pageParam, signal));
  const newest = rows?.[0]?.id ?? '';
  const newer = useLive({
    key: [...key, 'newer', newest],
    enabled: pages !== undefined,
    every: () => listPaceMs,
    read: async (signal) => {
      const { results } = await read(undefined, signal);
      client.setQueryData<Pages>(key, (before) => renewed(before, results));
      return results.filter(({ id }) => id > newest).length;
    },
  });
  return {
    ...useReadingOn({ key, list, looks: [newer] }),
    rows,
    newerCount: newer.data ?? 0,
    areMoreNewer: newer.data === pageSize,
  };
}

const taskKey = (name: string, id: string) => [name, 'task', id];

/** A task, read until it has ended. */
export const useTask = ({ name, writ }: Project, id: string) =>
  useLive<Task>({
    key: taskKey(name, id),
    every: (task) => (task && task.state !== 'running' ? false : runningPaceMs),
    read: (signal) => writ.tasks.get(id, { signal }),
  });

/** Stops a task: what is done stays done. */
export function useStopTask({ name, writ }: Project, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => writ.tasks.stop(id),
    onSuccess: (task) => client.setQueryData(taskKey(name, id), task),
  });
}

const mostCounted = 1_000;
const statuses = ['in_progress', 'success', 'failure'] as const;

/** How many operations of a task stand how. */
export type CameOfTask = readonly {
  status: (typeof statuses)[number];
  count: number;
  /** There are more than `count`. */
  areMore: boolean;
}[];

/** How those stand that a retry made, until it has ended and none of them is under way. */
export const useCameOfTask = ({ name, writ }: Project, { id, state }: Pick<Task, 'id' | 'state'>) =>
  useLive<CameOfTask>({
    key: [...taskKey(name, id), 'came', state],
    every: (last) =>
      state !== 'running' && last?.[0]?.status === 'in_progress' && last[0].count === 0 ? false : listPaceMs,
    read: (signal) =>
      Promise.all(
        statuses.map(async (status) => {
          const asked = { taskId: id, status: [status], countOnly: true, pageSize: mostCounted };
          const { count = 0, pagination } = await pageOf(writ.operations.list(asked, { signal }));
          return { status, count, areMore: !pagination.done };
        }),
      ),
  });
