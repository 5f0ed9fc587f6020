import { createHash } from 'node:crypto';
import type { Prisma } from '@writ/db';

export type GroupKey = { projectId: string; groupRef: string };

/** Replaces the name of an erased group. The same name always gives the same hash. */
export const groupHash = ({ projectId, groupRef }: GroupKey): string =>
  createHash('sha256').update(`${projectId}\n${groupRef}`).digest('hex');

/** Replaces a value of an erased group where its row stays. A trigger of `audit_entry` knows this form. */
export const erasedMark = (group: GroupKey): string => `erased:${groupHash(group)}`;

/** From now on, events of the group are dropped. Called again when more of the group was found. */
export const beginErasure = (prisma: Prisma.TransactionClient, group: GroupKey): Promise<number> =>
  prisma.$executeRaw`
    INSERT INTO erased_group (project_id, hash, begin_time)
    VALUES (${group.projectId}::uuid, ${groupHash(group)}, clock_timestamp())
    ON CONFLICT (project_id, hash) DO UPDATE SET begin_time = excluded.begin_time, end_time = NULL`;

/** Undefined if no erasure runs. */
export async function erasureAgeMs(
  prisma: Prisma.TransactionClient,
  group: GroupKey,
): Promise<number | undefined> {
  const [row] = await prisma.$queryRaw<{ ms: number }[]>`
    SELECT extract(epoch FROM clock_timestamp() - begin_time)::float8 * 1000 AS ms FROM erased_group
    WHERE project_id = ${group.projectId}::uuid AND hash = ${groupHash(group)} AND end_time IS NULL`;
  return row?.ms;
}

/** From now on, only events from before this moment are dropped: the group may return. */
export const endErasure = (prisma: Prisma.TransactionClient, group: GroupKey): Promise<number> =>
  prisma.$executeRaw`
    UPDATE erased_group SET end_time = clock_timestamp()
    WHERE project_id = ${group.projectId}::uuid AND hash = ${groupHash(group)}`;

/** SQL: the event with these columns is of an erased group. */
export const isOfErasedGroup = ({ projectId, hash, time }: Record<'projectId' | 'hash' | 'time', string>) =>
  `EXISTS (SELECT FROM erased_group AS erased WHERE erased.project_id = ${projectId} AND erased.hash = ${hash}
    AND ${time} < coalesce(erased.end_time, 'infinity'))`;
