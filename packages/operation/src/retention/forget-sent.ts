import { idsBefore, type Prisma } from '@writ/db';

/**
 * Forgets what was sent for the next operations of a project that ended more than `ageMs` ago; the operations and the
 * outcomes of their records stay. Gives how many operations there were.
 *
 * It goes through the operations in the order of their ids, and remembers how far: those that were passed are not looked
 * at again. It stops before the first that has not ended, or not long enough ago.
 */
export async function forgetSent(
  prisma: Prisma.TransactionClient,
  { projectId, ageMs, limit }: { projectId: string; ageMs: number; limit: number },
): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    WITH reached AS (
      SELECT coalesce(
        (SELECT sent_forgotten_to FROM operation_retention WHERE project_id = ${projectId}::uuid),
        '00000000-0000-0000-0000-000000000000'
      ) AS id
    ), next AS MATERIALIZED (
      SELECT o.id, o.due_at IS NULL AND o.update_time < clock_timestamp() - ${ageMs} * interval '1 ms' AS is_old
      FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.id > (SELECT id FROM reached) AND o.id < (SELECT ${idsBefore(ageMs)})
      ORDER BY o.id
      LIMIT ${limit}
    ), old AS MATERIALIZED (
      SELECT id FROM next
      WHERE NOT EXISTS (SELECT FROM next AS young WHERE NOT young.is_old AND young.id <= next.id)
    ), forgotten AS (
      UPDATE operation_record r SET planned = NULL, associations = NULL, if_empty = NULL
      FROM old WHERE r.project_id = ${projectId}::uuid AND r.operation_id = old.id AND r.planned IS NOT NULL
    ), moved AS (
      INSERT INTO operation_retention (project_id, sent_forgotten_to)
      SELECT ${projectId}::uuid, id FROM old ORDER BY id DESC LIMIT 1
      ON CONFLICT (project_id) DO UPDATE SET sent_forgotten_to = excluded.sent_forgotten_to
    )
    SELECT count(*)::int AS count FROM old`;
  return row?.count ?? 0;
}
