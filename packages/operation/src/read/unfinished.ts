import { Prisma, type Queryable } from '@writ/db';
import { firstDue, moment, projectLaneIds } from '@writ/lanes';

/** SQL: unfinished operations of the lane `lane`. */
export const waitingInLane = Prisma.sql`FROM operation WHERE lane_id = lane.id AND due_at IS NOT NULL`;

const countSql = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM operation WHERE lane_id = ANY ($1::uuid[]) AND due_at IS NOT NULL LIMIT $2
  ) AS unfinished`;

/** Up to a number. */
export async function countUnfinished(db: Queryable, projectId: string, upTo: number): Promise<number> {
  const laneIds = await projectLaneIds(db, projectId, 'provider');
  const { rows } = await db.query<{ count: number }>(countSql, [laneIds, upTo]);
  return rows[0]?.count ?? 0;
}

const countOfGroupSql = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM operation
    WHERE lane_id = ANY ($1::uuid[]) AND due_at IS NOT NULL AND group_ref = $2 LIMIT $3
  ) AS unfinished`;

/** Of one group, up to a number. */
export async function countUnfinishedInLanes(
  db: Queryable,
  { laneIds, groupRef }: { laneIds: readonly string[]; groupRef: string },
  upTo: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(countOfGroupSql, [laneIds, groupRef, upTo]);
  return rows[0]?.count ?? 0;
}

const nextSql = `
  WITH ${moment}, next AS (
    SELECT asked.lane_id, ${firstDue('operation WHERE lane_id = asked.lane_id')} AS due_at
    FROM unnest($1::uuid[]) AS asked (lane_id)
  )
  SELECT lane_id AS "laneId", due_at AS "dueAt" FROM next WHERE due_at IS NOT NULL`;

/** When each lane's next operation is due, or its lease ends. */
export async function nextDueOperations(
  tx: Queryable,
  laneIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await tx.query<{ laneId: string; dueAt: Date }>(nextSql, [laneIds]);
  return new Map(rows.map(({ laneId, dueAt }) => [laneId, dueAt]));
}

/** For all lanes together. */
const mostLookedAt = 10_000;

/** The oldest unclaimed operation by provider and object, among each lane's first. */
export const oldestDue = (
  prisma: Prisma.TransactionClient,
  laneIds: readonly string[],
): Promise<{ provider: string; objectName: string; dueAt: Date }[]> =>
  prisma.$queryRaw`
    SELECT o.provider, o.object_name AS "objectName", min(o.due_at) AS "dueAt"
    FROM (SELECT clock_timestamp() AS now) AS moment, unnest(${laneIds}::uuid[]) AS lane (id)
    CROSS JOIN LATERAL (
      SELECT provider, object_name, due_at, lease_until FROM operation
      WHERE lane_id = lane.id AND due_at <= now
      ORDER BY due_at, position
      LIMIT ${Math.ceil(mostLookedAt / Math.max(1, laneIds.length))}
    ) AS o
    WHERE o.lease_until IS NULL OR o.lease_until <= now
    GROUP BY 1, 2
    ORDER BY 1, 2`;
