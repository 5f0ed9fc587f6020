import {
  eraseGroupQuerySchema,
  groupErasureSchema,
  groupPageSchema,
  groupQuerySchema,
  mostOfGroup,
  taskStartedSchema,
  type Group,
} from '@writ/contracts';
import type { Database } from '@writ/db';
import { accepted, endpoint, ok, type Endpoint } from '@writ/http';
import { listGroups, type GroupRow } from '@writ/installation';
import { countOfGroups, type GroupCounts } from '@writ/operation';
import { paged, told } from '@writ/service-parts';
import { addTask, momentOf } from '@writ/task';
import { countGroup } from '../erasing/count-group.ts';
import type { EraseFilter } from '../erasing/erase-group.ts';
import type { ManyDeps } from '../tasks/start-or-preview.ts';

export const groupEndpoints = (deps: ManyDeps): readonly Endpoint[] => [getGroups(deps), deleteGroup(deps)];

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
        'The groups that have an installation or a connection, by reference. A group exists only by these.',
    },
    read: async ({ project: { id: projectId }, ofGroup }, { limit, place: after }, filter) => {
      const asked = { ...filter, ...ofGroup, projectId, after, limit: limit + 1 };
      const groups = await listGroups(prisma, asked, mostOfGroup);
      const shown = groups.slice(0, limit);
      const refs = shown.map(({ groupRef }) => groupRef);
      const countsOf = await countOfGroups(prisma, projectId, refs);
      return {
        results: shown.map((group) => toGroup(projectId, group, countsOf(group.groupRef))),
        next: groups.length > limit ? refs.at(-1) : undefined,
      };
    },
  });

const toGroup = (projectId: string, group: GroupRow, operations: GroupCounts): Group =>
  told({ ...group, groupName: group.groupName ?? group.groupRef, projectId, operations }) as Group;

const description = `Erases everything that Writ holds about a customer group: installations with their configs, connections, operations with records, logs and attempts, answers of idempotency keys, search entries, events with their deliveries, unpublished events, and dead letters that name it. Audit entries stay; in those about the group, every value is replaced by a hash of its name.
New writes are refused as soon as the task begins. Unfinished writes of which nothing can have been written are cancelled; the task waits for the others (\`leftOut\` shows how many), or with \`force=true\` ends them. No event of this reaches a destination. Installations and connections that are created while the task runs are erased, too.
What the CRM, Kafka and destinations already have is not erased, and the CRM's own grant stays until the customer disconnects the app there. \`dryRun=true\` only counts.`;

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
      const { ended, unfinished } = counts.operations;
      const extent = { count: ended + unfinished, leftOut: {} };
      const filter: EraseFilter = { groupRef, ...(force && { force }) };
      const createTime = await momentOf(deps.prisma);
      const task = { projectId, action: 'erase', filter, extent, passedOver: {}, createTime } as const;
      const taskId = await deps.transaction((tx) => addTask(tx, task, by));
      deps.pokeTasks();
      return accepted({ taskId, count: extent.count, ...(counts.more && { more: true }) });
    },
  });
