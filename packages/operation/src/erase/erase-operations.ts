import type { Prisma } from '@writ/db';
import { orderKeyOf } from '../order/record-order.ts';
import { matchingInstallations } from '../read/matching-installations.ts';
import { retryScope } from '../read/retry-scope.ts';
import { goingColumns, removedWithParts } from '../retention/removed-with-parts.ts';

type Group = { projectId: string; groupRef: string };

/** `unfollowed`: search may still enter some of them, so nothing was removed. */
export type ErasedOperations =
  | { kind: 'unfollowed' }
  | {
      kind: 'removed';
      count: number;
      /** Of the removed operations. */
      installationIds: readonly string[];
      accounts: readonly { provider: string; account: string }[];
    };

/**
 * Removes up to `limit` ended operations of a group with all their rows and their idempotency keys, whose
 * answers quote records.
 */
export async function eraseOperations(
  prisma: Prisma.TransactionClient,
  { limit, ...group }: Group & { limit: number },
): Promise<ErasedOperations> {
  const { projectId } = group;
  const ids = await nextEnded(prisma, group, limit);
  if (ids.length === 0) return { kind: 'removed', count: 0, installationIds: [], accounts: [] };
  if (await isFed(prisma, projectId, ids)) return { kind: 'unfollowed' };
  await removeUpsertLinesOf(prisma, projectId, ids);
  await removeKeysOf(prisma, projectId, ids);
  const places = await prisma.$queryRaw<{ installationId: string; provider: string; account: string }[]>`
    WITH old AS MATERIALIZED (
      SELECT ${goingColumns}, o.installation_id, o.provider, o.account FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.id = ANY (${ids}::uuid[])
    ), ${removedWithParts(projectId)}
    SELECT DISTINCT installation_id AS "installationId", provider, account FROM old`;
  const installationIds = [...new Set(places.map(({ installationId }) => installationId))];
  return { kind: 'removed', count: ids.length, installationIds, accounts: places };
}

async function nextEnded(
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: Group,
  limit: number,
): Promise<string[]> {
  const installationIds = await matchingInstallations(prisma, projectId, { groupRef });
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT own.id FROM unnest(${installationIds ?? []}::uuid[]) AS i (id) CROSS JOIN LATERAL (
      SELECT o.id FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.installation_id = i.id AND o.due_at IS NULL
      ORDER BY o.id LIMIT ${limit}) AS own
    LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** A row that is being followed is still seen: its transaction ends before the row is gone. */
async function isFed(
  prisma: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await prisma.$queryRaw<unknown[]>`
    SELECT FROM operation_feed WHERE project_id = ${projectId}::uuid AND operation_ids && ${ids}::uuid[] LIMIT 1`;
  return rows.length > 0;
}

/** Both hold hashes only; those whose sent fields are gone expire. */
async function removeUpsertLinesOf(
  prisma: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  const records = await prisma.$queryRaw<{ laneId: string; objectName: string; recordKey: string }[]>`
    SELECT o.lane_id AS "laneId", o.object_name AS "objectName", r.record_key AS "recordKey"
    FROM operation o JOIN operation_record r ON r.project_id = o.project_id AND r.operation_id = o.id
    WHERE o.project_id = ${projectId}::uuid AND o.id = ANY (${ids}::uuid[]) AND o.type = 'upsert'
      AND o.lane_id IS NOT NULL AND r.record_key IS NOT NULL`;
  if (records.length === 0) return;
  const keys = records.map((record) => orderKeyOf(record.laneId, record.objectName, record.recordKey));
  await prisma.upsertLine.deleteMany({ where: { projectId, key: { in: keys } } });
}

const removeKeysOf = (
  prisma: Prisma.TransactionClient,
  projectId: string,
  ids: readonly string[],
): Promise<number> =>
  prisma.$executeRaw`
    WITH operations AS MATERIALIZED (
      SELECT o.id, o.integration_id, o.object_name, o.idempotency_key FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.id = ANY (${ids}::uuid[])
    ), keys AS MATERIALIZED (
      SELECT integration_id::text || '/' || object_name AS scope, idempotency_key AS key FROM operations
      UNION SELECT o.integration_id::text || '/' || o.object_name, r.idempotency_key
      FROM operations o JOIN operation_record r ON r.project_id = ${projectId}::uuid AND r.operation_id = o.id
      UNION SELECT ${retryScope}, id::text FROM operations
    )
    DELETE FROM idempotency_key k USING keys
    WHERE k.project_id = ${projectId}::uuid AND k.scope = keys.scope AND k.key = keys.key`;

/** Removes begun synchronous writes of a group, with their keys; their processes have died. */
export const eraseBegunWrites = (
  prisma: Prisma.TransactionClient,
  { projectId, groupRef }: Group,
): Promise<number> =>
  prisma.$executeRaw`
    WITH gone AS (
      DELETE FROM synchronous_write WHERE project_id = ${projectId}::uuid AND operation ->> 'groupRef' = ${groupRef}
      RETURNING operation
    )
    DELETE FROM idempotency_key k USING gone
    WHERE k.project_id = ${projectId}::uuid AND k.key = gone.operation ->> 'idempotencyKey'
      AND k.scope = (gone.operation ->> 'integrationId') || '/' || (gone.operation ->> 'objectName')`;

/** Unfinished operations of a group, and others, up to `most`. */
export async function countOfGroup(
  prisma: Prisma.TransactionClient,
  group: Group,
  most: number,
): Promise<{ unfinished: number; ended: number }> {
  const { projectId } = group;
  const installationIds = (await matchingInstallations(prisma, projectId, group)) ?? [];
  const [row] = await prisma.$queryRaw<{ unfinished: number; ended: number }[]>`
    SELECT count(*) FILTER (WHERE due_at IS NOT NULL)::int AS unfinished, count(*) FILTER (WHERE due_at IS NULL)::int AS ended
    FROM (SELECT o.due_at FROM operation o
      WHERE o.project_id = ${projectId}::uuid AND o.installation_id = ANY (${installationIds}::uuid[])
      ORDER BY o.id DESC LIMIT ${most}) AS newest`;
  return row ?? { unfinished: 0, ended: 0 };
}
