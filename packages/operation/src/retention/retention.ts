import { idsBefore, lowestId, Prisma, removeBehind, type RemovalStep, type Removed } from '@writ/db';
import { goingColumns, removedWithParts } from './removed-with-parts.ts';

/** Removes a project's next operations that ended more than `ageMs` ago, with all their rows. */
export const removeOperations = (prisma: Prisma.TransactionClient, step: RemovalStep): Promise<Removed> =>
  removeBehind(prisma, step, {
    table: Prisma.sql`operation`,
    removal: Prisma.sql`old AS MATERIALIZED (
      SELECT ${goingColumns} FROM operation o JOIN next ON next.id = o.id
      WHERE o.project_id = ${step.projectId}::uuid
        AND o.due_at IS NULL AND o.update_time < clock_timestamp() - ${step.ageMs} * interval '1 ms'
    ), ${removedWithParts(step.projectId)}`,
  });

/**
 * Forgets what a project's next operations sent that ended more than `ageMs` ago; operations and outcomes
 * stay. Returns the number of operations.
 *
 * Goes by id and stores its position; stops before the first that has not ended, or too recently.
 */
export async function forgetSent(
  prisma: Prisma.TransactionClient,
  { projectId, ageMs, limit }: Omit<RemovalStep, 'afterId'>,
): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    WITH reached AS (
      SELECT coalesce(
        (SELECT sent_forgotten_to FROM operation_retention WHERE project_id = ${projectId}::uuid),
        ${lowestId}::uuid
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
      UPDATE operation_record r SET planned = NULL, associations = NULL, if_empty = NULL, if_empty_names = NULL,
        upsert = NULL, record_key = CASE WHEN r.upsert IS NULL THEN r.record_key END
      FROM old WHERE r.project_id = ${projectId}::uuid AND r.operation_id = old.id AND r.planned IS NOT NULL
    ), moved AS (
      INSERT INTO operation_retention (project_id, sent_forgotten_to)
      SELECT ${projectId}::uuid, id FROM old ORDER BY id DESC LIMIT 1
      ON CONFLICT (project_id) DO UPDATE SET sent_forgotten_to = excluded.sent_forgotten_to
    )
    SELECT count(*)::int AS count FROM old`;
  return row?.count ?? 0;
}

/** Removes expired keys; returns their number. */
export const removeIdempotencyKeys = (prisma: Prisma.TransactionClient, limit: number): Promise<number> =>
  removeExpired(prisma, limit, {
    table: Prisma.sql`idempotency_key`,
    key: Prisma.sql`project_id, scope, key`,
  });

/** Removes expired lines of upserts; returns their number. */
export const removeUpsertLines = (prisma: Prisma.TransactionClient, limit: number): Promise<number> =>
  removeExpired(prisma, limit, { table: Prisma.sql`upsert_line`, key: Prisma.sql`project_id, key` });

/** Skips rows that are being used again. */
const removeExpired = (
  prisma: Prisma.TransactionClient,
  limit: number,
  { table, key }: Record<'table' | 'key', Prisma.Sql>,
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table}
      WHERE expire_time < clock_timestamp()
      ORDER BY expire_time
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)`;
