import { idsWithin, Prisma } from '@writ/db';

export type GroupCounts = { unfinished: number; failed: number; more: boolean };

/** Counted per kind: some hundredths of a second. */
const mostCounted = 20_000;

const dayMs = 86_400_000;

/**
 * How many operations of these groups are unfinished, and how many of the last 24 hours have a failed record.
 */
export async function countOfGroups(
  prisma: Prisma.TransactionClient,
  projectId: string,
  groupRefs: readonly string[],
): Promise<(groupRef: string) => GroupCounts> {
  if (groupRefs.length === 0) return () => ({ unfinished: 0, failed: 0, more: false });
  const since = new Date(Date.now() - dayMs).toISOString();
  const counted = (isIt: Prisma.Sql) => prisma.$queryRaw<{ groupRef: string | null; count: number }[]>`
    SELECT group_ref AS "groupRef", count(*)::int AS count
    FROM (SELECT o.group_ref FROM operation o WHERE o.project_id = ${projectId}::uuid AND ${isIt}
      ORDER BY o.id DESC LIMIT ${mostCounted}) AS newest
    GROUP BY GROUPING SETS ((group_ref), ())
    HAVING group_ref = ANY (${groupRefs}) OR GROUPING(group_ref) = 1`;
  const [unfinished, failed] = await Promise.all([
    counted(Prisma.sql`o.due_at IS NOT NULL`),
    counted(Prisma.sql`o.due_at IS NULL AND o.failed > 0 AND ${idsWithin(Prisma.sql`o.id`, { since })}
      AND o.create_time >= ${since}::timestamptz`),
  ]);
  const of = (rows: typeof failed, groupRef: string | null): number =>
    rows.find((row) => row.groupRef === groupRef)?.count ?? 0;
  const more = [unfinished, failed].some((rows) => of(rows, null) >= mostCounted);
  return (groupRef) => ({ unfinished: of(unfinished, groupRef), failed: of(failed, groupRef), more });
}
