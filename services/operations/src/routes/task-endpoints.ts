import {
  groupArchiveSchema,
  taskPageSchema,
  taskQuerySchema,
  taskSchema,
  type Scope,
  type TaskAction,
} from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, holds, ok, type Caller, type Endpoint } from '@writ/http';
import { existing, Refusal } from '@writ/problems';
import { paged } from '@writ/service-parts';
import { archiveChunks, findTask, hasArchive, listTasks, stopTask, type StoredTask } from '@writ/task';
import { toTask } from '../tasks/to-task.ts';

type Reads = Pick<Database, 'prisma'> & { managementUrl: string };
type Stops = Pick<Database, 'prisma' | 'transaction'> & { managementUrl: string };

/** A task needs these scopes. */
const areas: Readonly<Record<TaskAction, 'operations' | 'notifications'>> = {
  cancel: 'operations',
  retry: 'operations',
  redeliver: 'notifications',
  erase: 'operations',
  export: 'operations',
  eraseProject: 'operations',
};

export const taskEndpoints = (deps: Stops): readonly Endpoint[] => [
  getTasks(deps),
  getTask(deps),
  getTaskArchive(deps),
  stopTaskByHand(deps),
];

const getTasks = ({ prisma, managementUrl }: Reads) =>
  paged({
    list: 'tasks',
    path: '/projects/:projectIdOrName/tasks',
    summary: 'List tasks',
    access: { scope: 'operations:read', or: ['notifications:read'] },
    query: taskQuerySchema,
    page: taskPageSchema,
    usualPageSize: 50,
    docs: {
      description: 'A key sees the tasks of the kinds that it may read: operations, deliveries, or both.',
    },
    read: async ({ project, caller }, { limit, place: beforeId }, { action, state }) => {
      const actions = (Object.keys(areas) as TaskAction[]).filter(
        (one) => holds(caller, `${areas[one]}:read`) && (action === undefined || one === action),
      );
      const which = { projectId: project.id, actions, state };
      const { tasks, nextBelow: next } = await listTasks(prisma, which, { limit, beforeId });
      return { results: tasks.map((task) => toTask(task, managementUrl)), next };
    },
  });

const getTask = ({ prisma, managementUrl }: Reads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/tasks/:taskId',
    summary: 'Get a task',
    duringErasure: true,
    access: { scope: 'operations:read', or: ['notifications:read'] },
    answers: { 200: taskSchema },
    handle: async ({ project, params: { taskId }, caller }) =>
      ok(toTask(allowed(await found(prisma, project.id, taskId), caller, 'read'), managementUrl)),
  });

const getTaskArchive = ({ prisma }: Reads) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/tasks/:taskId/archive',
    summary: 'Download the archive of an export',
    access: { scope: 'full' },
    answers: { 200: groupArchiveSchema },
    mediaType: 'application/x-ndjson',
    docs: {
      description:
        'The archive of an export, once it is done, for 24 hours: one JSON object a line, with `kind` and `value`. If the connection ends before the body does, download it again.',
    },
    handle: async ({ project, params: { taskId } }) => {
      const task = await found(prisma, project.id, taskId);
      const isThere = task.action === 'export' && task.state === 'done' && (await hasArchive(prisma, task));
      existing(isThere || undefined, 'taskId', taskId, noArchive);
      return ok(archiveChunks(prisma, task));
    },
  });

const noArchive =
  'The task has no archive: only an export has one, from its end on for 24 hours, unless its group was erased or has no data.';

const stopDescription = `The task takes no further steps; finished steps stay done. A task that has ended does not change.`;

const stopTaskByHand = ({ prisma, transaction, managementUrl }: Stops) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/tasks/:taskId\\:stop',
    summary: 'Stop a task',
    access: { scope: 'operations:manage', or: ['notifications:manage'] },
    answers: { 200: taskSchema },
    docs: { description: stopDescription },
    handle: async ({ project, params: { taskId }, caller, by }) => {
      const task = allowed(await found(prisma, project.id, taskId), caller, 'manage');
      await transaction((tx) => stopTask(tx, task, by));
      return ok(toTask(await found(prisma, project.id, taskId), managementUrl));
    },
  });

/** @throws Refusal (404) */
const found = async (prisma: Reads['prisma'], projectId: string, id: string): Promise<StoredTask> =>
  existing(await findTask(prisma, projectId, id), 'taskId', id, noTask);

const noTask = 'The project has no task with this id; one that has ended is kept for 7 days.';

/** @throws Refusal (403) without the task's scope */
function allowed(task: StoredTask, caller: Caller, what: 'read' | 'manage'): StoredTask {
  const scope: Scope = `${areas[task.action]}:${what}`;
  if (holds(caller, scope)) return task;
  throw new Refusal('scope-missing', {
    detail: `This task needs the scope \`${scope}\`.`,
    remedy: `Use a key with the scope \`${scope}\`, or add it to this one.`,
  });
}
