import { lowestId, Prisma } from '@writ/db';
import { erasedMark, type GroupKey } from './erased-groups.ts';

/**
 * Replaces the values of the next `limit` entries about the group by its hash: those that name it, and those
 * about a resource that another entry shows to be its own. Returns the last entry looked at; undefined after
 * the last.
 */
export async function eraseAuditEntries(
  prisma: Prisma.TransactionClient,
  group: GroupKey & { afterId: string | null; limit: number },
): Promise<string | undefined> {
  const { projectId, groupRef, afterId, limit } = group;
  const mark = erasedMark(group);
  const names = (changes: Prisma.Sql): Prisma.Sql => Prisma.sql`
    jsonb_path_exists(${changes}, '$.** ? (@ == $ref || @ == $consumer)',
      jsonb_build_object('ref', ${groupRef}::text, 'consumer', ${`consumer:${groupRef}`}::text))`;
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    WITH seen AS MATERIALIZED (
      SELECT * FROM audit_entry WHERE project_id = ${projectId}::uuid AND id > ${afterId ?? lowestId}::uuid
      ORDER BY id LIMIT ${limit}
    ), erased AS (
      UPDATE audit_entry a SET changes = erased_changes(a.changes, ${mark}),
        actor_group_ref = CASE WHEN a.actor_group_ref = ${groupRef} THEN ${mark} ELSE a.actor_group_ref END
      FROM seen WHERE a.id = seen.id AND (
        a.actor_group_ref = ${groupRef} OR ${names(Prisma.sql`a.changes`)} OR EXISTS (
          SELECT FROM audit_entry other
          WHERE other.project_id = ${projectId}::uuid AND other.resource_id = a.resource_id AND (
            ${names(Prisma.sql`other.changes`)} OR jsonb_path_exists(other.changes, '$.*.* ? (@ == $mark)',
              jsonb_build_object('mark', ${mark}::text)))))
    )
    SELECT id FROM seen ORDER BY id DESC LIMIT 1`;
  return rows[0]?.id;
}
