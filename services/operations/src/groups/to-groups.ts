import type { Group } from '@writ/contracts';
import type { Prisma } from '@writ/db';
import type { GroupRow } from '@writ/installation';
import { countOfGroups, type GroupCounts } from '@writ/operation';
import { told } from '@writ/service-parts';

/** With the counts of their operations. */
export async function toGroups(
  prisma: Prisma.TransactionClient,
  projectId: string,
  rows: readonly GroupRow[],
): Promise<Group[]> {
  const countsOf = await countOfGroups(
    prisma,
    projectId,
    rows.map(({ groupRef }) => groupRef),
  );
  return rows.map((group) => toGroup(projectId, group, countsOf(group.groupRef)));
}

const toGroup = (projectId: string, group: GroupRow, operations: GroupCounts): Group =>
  told({ ...group, groupName: group.groupName ?? group.groupRef, projectId, operations }) as Group;
