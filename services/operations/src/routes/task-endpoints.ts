import { taskPageSchema, taskQuerySchema, taskSchema, type Scope, type TaskAction } from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, holds, ok, pageTokens, type Caller } from '@writ/http';
import { Refusal, notFound } from '@writ/problems';
import { findTask, listTasks, stopTask, type StoredTask } from '@writ/task';
import { toTask } from '../tasks/to-task.ts';

type Reads = Pick<Database, 'prisma'> & { managementUrl: string };
type Stops = Pick<Database, 'prisma' | 'transaction'> & { managementUrl: string };

/** A task needs the scopes of the operations or deliveries that it is about. */
const areas: Readonly<Record<TaskAction, 'operations' | 'notifications'>> = {
  cancel: 'operations',
  retry: 'operations',
  redeliver: 'notifications',
};

const tokens = pageTokens('tasks');
const usualPageSize = 50;

export const getTasks = ({ prisma, managementUrl }: Reads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/tasks',
    summary: 'List tasks',
    access: { scope: 'operations:read', or: ['notifications:read'] },
    query: taskQuerySchema,
    rules: tokens.rule,
    answers: { 200: taskPageSchema },
    docs: {
      description: 'A key sees the tasks of the kinds that it may read: operations, deliveries, or both.',
    },
    handle: async (asked) => {
      const { project, query, caller } = asked;
      const { action, state, pageSize: limit = usualPageSize } = query;
      const shown = (Object.keys(areas) as TaskAction[]).filter(
        (one) => holds(caller, `${areas[one]}:read`) && (action === undefined || one === action),
      );
      const page = { limit, beforeId: tokens.placeOf(asked) };
      const which = { projectId: project.id, actions: shown, state };
      const { tasks, nextBelow } = await listTasks(prisma, which, page);
      const results = tasks.map((task) => toTask(task, managementUrl));
      return ok({ results, pagination: tokens.paginationOf(asked, nextBelow) });
    },
  });

export const getTask = ({ prisma, managementUrl }: Reads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/tasks/:taskId',
    summary: 'Get a task',
    access: { scope: 'operations:read', or: ['notifications:read'] },
    answers: { 200: taskSchema },
    handle: async ({ project, params: { taskId }, caller }) =>
      ok(toTask(allowed(await existing(prisma, project.id, taskId), caller, 'read'), managementUrl)),
  });

const stopDescription = `The task makes no further step; finished steps stay done. A task that has ended does not change.`;

export const stopTaskByHand = ({ prisma, transaction, managementUrl }: Stops) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/tasks/:taskId\\:stop',
    summary: 'Stop a task',
    access: { scope: 'operations:manage', or: ['notifications:manage'] },
    answers: { 200: taskSchema },
    docs: { description: stopDescription },
    handle: async ({ project, params: { taskId }, caller, by }) => {
      const task = allowed(await existing(prisma, project.id, taskId), caller, 'manage');
      await transaction((tx) => stopTask(tx, task, by));
      return ok(toTask(await existing(prisma, project.id, taskId), managementUrl));
    },
  });

/** @throws Refusal (404) if the project has no task with this id */
async function existing(prisma: Reads['prisma'], projectId: string, id: string): Promise<StoredTask> {
  const task = await findTask(prisma, projectId, id);
  if (task) return task;
  const detail = 'The project has no task with this id; one that has ended is kept for 7 days.';
  throw notFound('path', 'taskId', id, detail);
}

/** @throws Refusal (403) if the caller lacks the scope of the task */
function allowed(task: StoredTask, caller: Caller, what: 'read' | 'manage'): StoredTask {
  const scope: Scope = `${areas[task.action]}:${what}`;
  if (holds(caller, scope)) return task;
  throw new Refusal('scope-missing', {
    detail: `This task needs the scope \`${scope}\`.`,
    remedy: `Use a key with the scope \`${scope}\`, or add it to this one.`,
  });
}
