import { databaseTime, newId, type Prisma } from '@writ/db';

export type Retry = { projectId: string; before: string; after: string };

/** Logs the retry in both operations. */
export async function logRetries(
  prisma: Prisma.TransactionClient,
  retries: readonly Retry[],
  requestId: string,
): Promise<void> {
  const at = await databaseTime(prisma);
  const line = (projectId: string, operationId: string, msg: string, other: string) => ({
    projectId,
    operationId,
    id: newId(),
    at,
    severity: 'INFO',
    msg,
    details: { operationId: other, requestId },
  });
  await prisma.operationLog.createMany({
    data: retries.flatMap(({ projectId, before, after }) => [
      line(projectId, before, `Its failed records are tried again as operation ${after}`, after),
      line(projectId, after, `These are the failed records of operation ${before}`, before),
    ]),
  });
}

export async function keepOrigins(
  prisma: Prisma.TransactionClient,
  records: readonly (Retry & { index: number; indexBefore: number })[],
): Promise<void> {
  if (records.length === 0) return;
  await prisma.$executeRaw`
    UPDATE operation_record n
    SET request_id = b.request_id, idempotency_key = b.idempotency_key, forward_headers = b.forward_headers
    FROM json_to_recordset(${JSON.stringify(records)}::json)
      AS g ("projectId" uuid, before uuid, after uuid, index int, "indexBefore" int)
    JOIN operation_record b ON b.project_id = g."projectId" AND b.operation_id = g.before AND b.index = g."indexBefore"
    WHERE n.project_id = g."projectId" AND n.operation_id = g.after AND n.index = g.index`;
}

/**
 * Creates in doubt are looked for since the first attempt. If one may be in flight, since it was cancelled by
 * force, the search waits for its lease.
 */
export async function keepDoubts(
  prisma: Prisma.TransactionClient,
  records: readonly (Retry & { index: number })[],
): Promise<void> {
  if (records.length === 0) return;
  await prisma.$executeRaw`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(records)}::json)
        AS g ("projectId" uuid, before uuid, after uuid, index int)
    ), begun AS (
      UPDATE operation n SET first_attempt_at = b.first_attempt_at, ambiguous = true,
        due_at = greatest(n.due_at, b.lease_until)
      FROM (SELECT DISTINCT "projectId", before, after FROM given) AS g
      JOIN operation b ON b.project_id = g."projectId" AND b.id = g.before
      WHERE n.project_id = g."projectId" AND n.id = g.after
    )
    UPDATE operation_record n SET ambiguous = true
    FROM given g WHERE n.project_id = g."projectId" AND n.operation_id = g.after AND n.index = g.index`;
}
