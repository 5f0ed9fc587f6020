import {
  eraseGroupQuerySchema,
  exportGroupQuerySchema,
  groupErasureSchema,
  groupPageSchema,
  groupQuerySchema,
  mostOfGroup,
  taskStartedSchema,
  type Actor,
  type GroupErasure,
} from '@writ/contracts';
import { lowestId, type Database } from '@writ/db';
import { accepted, endpoint, ok, type Endpoint, type Reply } from '@writ/http';
import { listGroups } from '@writ/installation';
import { paged } from '@writ/service-parts';
import { addTask, momentOf, type NewTask } from '@writ/task';
import { countGroup } from '../erasing/count-group.ts';
import type { EraseFilter } from '../erasing/erase-group.ts';
import { toGroups } from '../groups/to-groups.ts';
import type { ManyDeps } from '../tasks/start-or-preview.ts';

export const groupEndpoints = (deps: ManyDeps): readonly Endpoint[] => [
  getGroups(deps),
  exportGroup(deps),
  deleteGroup(deps),
];

const getGroups = ({ prisma }: Pick<Database, 'prisma'>) =>
  paged({
    list: 'groups',
    path: '/projects/:projectIdOrName/groups',
    summary: 'List customer groups',
    access: { scope: 'installations:read', frontend: 'named-group' },
    query: groupQuerySchema,
    page: groupPageSchema,
    usualPageSize: 50,
    isPlace: (text) => text !== '',
    docs: {
      description:
        'The groups that have an installation or a connection, by reference. A group exists as long as it has one of these.',
    },
    read: async ({ project: { id: projectId }, ofGroup }, { limit, place: after }, filter) => {
      const asked = { ...filter, ...ofGroup, projectId, after, limit: limit + 1 };
      const groups = await listGroups(prisma, asked, mostOfGroup);
      const results = await toGroups(prisma, projectId, groups.slice(0, limit));
      return { results, next: groups.length > limit ? results.at(-1)?.groupRef : undefined };
    },
  });

const description = `Erases everything that Writ holds about a customer group: installations with their configs, connections, operations with records, logs and attempts, answers of idempotency keys, search entries, events with their deliveries, unpublished events, and dead letters that name it. Audit entries stay; in those about the group, every value is replaced by a hash of its name.
New writes are refused as soon as the task begins. Unfinished writes of which nothing can have been written are cancelled; the task waits for the others (\`leftOut\` shows how many), or with \`force=true\` ends them. No event of this reaches a destination. Installations and connections that are created while the task runs are erased, too.
What the CRM, Kafka and destinations already have is not erased. OAuth grants are revoked at the CRM, if it can be reached within three minutes. \`dryRun=true\` only counts.`;

const deleteGroup = (deps: ManyDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/groups',
    summary: 'Erase all data about a customer group',
    access: { scope: 'full' },
    query: eraseGroupQuerySchema,
    answers: { 200: groupErasureSchema, 202: taskStartedSchema },
    docs: { description },
    handle: async ({ project: { id: projectId }, query, by }) => {
      const { groupRef, dryRun = false, force = false } = query;
      const counts = await countGroup(deps.prisma, { projectId, groupRef });
      if (dryRun) return ok(counts);
      const filter: EraseFilter = { groupRef, ...(force && { force }) };
      return start(deps, { projectId, action: 'erase', filter, by }, counts);
    },
  });

async function start(
  deps: ManyDeps,
  { by, ...asked }: Pick<NewTask, 'projectId' | 'action' | 'filter'> & { by: Actor },
  { operations, more }: GroupErasure,
): Promise<Reply> {
  const count = operations.ended + operations.unfinished;
  const extent = { count, leftOut: {}, ...(more && { countedTo: lowestId }) };
  const createTime = await momentOf(deps.prisma);
  const taskId = await deps.transaction((tx) =>
    addTask(tx, { ...asked, extent, passedOver: {}, createTime }, by),
  );
  deps.pokeTasks();
  return accepted({ taskId, count, ...(more && { more: true }) });
}

const exportDescription = `Starts a task that writes all that Writ holds about a customer group to an archive: the group, its connections without credentials, installations, all their configs, operations with records (with the sent fields, if they are kept), attempts and log, events, and deliveries with attempts. \`GET …/tasks/{taskId}/archive\` returns it once the task is done.
Operations from after the request are not in it. Audit entries, and copies of the same data in answers of idempotency keys, unpublished events and dead letters are not in it either.`;

const exportGroup = (deps: ManyDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/groups\\:export',
    summary: 'Export all data about a customer group',
    access: { scope: 'full' },
    query: exportGroupQuerySchema,
    answers: { 202: taskStartedSchema },
    docs: { description: exportDescription },
    handle: async ({ project: { id: projectId }, query: { groupRef }, by }) => {
      const counts = await countGroup(deps.prisma, { projectId, groupRef });
      return start(deps, { projectId, action: 'export', filter: { groupRef }, by }, counts);
    },
  });
