import { idsBefore, type Prisma } from '@writ/db';

/** How long an event that reached no destination is kept and can be replayed. */
export const unroutedMs = 7 * 86_400_000;

/**
 * An old event without mark and deliveries had some, which were removed. The mark alone is not enough: the previous
 * release does not set it.
 */
export async function hasReached(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ reached: boolean }[]>`
    SELECT NOT (e.unrouted OR e.id >= (SELECT ${idsBefore(unroutedMs)})) OR EXISTS (
      SELECT FROM delivery AS d WHERE d.project_id = e.project_id AND d.event_row_id = e.id) AS reached
    FROM event AS e WHERE e.project_id = ${projectId}::uuid AND e.id = ${id}::uuid`;
  return row?.reached === true;
}
