import { groupPageSchema, groupQuerySchema, mostOfGroup, type Group } from '@writ/contracts';
import type { Database } from '@writ/db';
import { listGroups, type GroupRow } from '@writ/installation';
import { countOfGroups, type GroupCounts } from '@writ/operation';
import { paged, told } from '@writ/service-parts';

export const getGroups = ({ prisma }: Pick<Database, 'prisma'>) =>
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
