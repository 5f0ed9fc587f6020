import { databaseTime, newId, type Prisma } from '@writ/db';

/** An operation that was tried again, and the operation that it is tried again as. */
export type Retry = { projectId: string; before: string; after: string };

/** Tells in the logs of both which operation was tried again as which. */
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

/** Records of an auto batch keep the requests that brought them, and the headers that those wanted forwarded. */
export async function keepOrigins(
  prisma: Prisma.TransactionClient,
  records: readonly (Retry & { index: number; indexBefore: number })[],
): Promise<void> {
  if (records.length === 0) return;
  await prisma.$executeRaw`
    UPDATE operation_record n
    SET request_id = b.request_id, idempotency_key = b.idempotency_key, forward_headers = b.forward_headers
    FROM unnest(${records.map(({ projectId }) => projectId)}::uuid[], ${records.map(({ after }) => after)}::uuid[],
        ${records.map(({ index }) => index)}::int[], ${records.map(({ before }) => before)}::uuid[],
        ${records.map(({ indexBefore }) => indexBefore)}::int[])
      AS g (project_id, after_id, after_index, before_id, before_index)
    JOIN operation_record b ON b.project_id = g.project_id AND b.operation_id = g.before_id AND b.index = g.before_index
    WHERE n.project_id = g.project_id AND n.operation_id = g.after_id AND n.index = g.after_index`;
}

/** Creates that may have been made before are looked for from the first attempt of the first operation on. */
export async function keepDoubts(
  prisma: Prisma.TransactionClient,
  records: readonly (Retry & { index: number })[],
): Promise<void> {
  if (records.length === 0) return;
  await prisma.$executeRaw`
    WITH given AS (
      SELECT * FROM unnest(${records.map(({ projectId }) => projectId)}::uuid[],
          ${records.map(({ before }) => before)}::uuid[], ${records.map(({ after }) => after)}::uuid[],
          ${records.map(({ index }) => index)}::int[])
        AS g (project_id, before_id, after_id, after_index)
    ), begun AS (
      UPDATE operation n SET first_attempt_at = b.first_attempt_at, ambiguous = true
      FROM (SELECT DISTINCT project_id, before_id, after_id FROM given) AS g
      JOIN operation b ON b.project_id = g.project_id AND b.id = g.before_id
      WHERE n.project_id = g.project_id AND n.id = g.after_id
    )
    UPDATE operation_record n SET ambiguous = true
    FROM given g
    WHERE n.project_id = g.project_id AND n.operation_id = g.after_id AND n.index = g.after_index`;
}
