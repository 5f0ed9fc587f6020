import { columnsOf, Prisma } from '@writ/db';
import { entryKinds, type EntryKind } from '../follow/entry-kinds.ts';
import type { OperationRow } from '../operation.ts';

/** At most `limit` per kind and form of an id or hash. */
export const findByEntry = (
  prisma: Prisma.TransactionClient,
  {
    projectId,
    value,
    recordIds,
    valueHashes,
    limit,
  }: {
    projectId: string;
    value: string;
    recordIds: readonly string[];
    /** By each key that may have hashed it. */
    valueHashes: readonly string[];
    limit: number;
  },
): Promise<(OperationRow & { by: EntryKind })[]> => {
  const values: Readonly<Record<EntryKind, readonly string[]>> = {
    requestId: [value],
    idempotencyKey: [value],
    recordId: recordIds,
    value: valueHashes,
    traceId: [value],
  };
  const asked = Object.entries(entryKinds).flatMap(([by, kind]) =>
    values[by as EntryKind].map((one) => Prisma.sql`(${by}, ${kind}::smallint, ${one})`),
  );
  return prisma.$queryRaw<(OperationRow & { by: EntryKind })[]>`
    SELECT ${columnsOf('o', Prisma.OperationScalarFieldEnum)}, found.by
    FROM (
      SELECT DISTINCT asked.by, asked.kind, entered.operation_id
      FROM (VALUES ${Prisma.join(asked)}) AS asked (by, kind, value)
      CROSS JOIN LATERAL (
        SELECT e.operation_id FROM search_entry e
        WHERE e.project_id = ${projectId}::uuid AND e.value = asked.value AND e.kind = asked.kind
        ORDER BY e.operation_id DESC LIMIT ${limit}) AS entered) AS found
    JOIN operation o ON o.project_id = ${projectId}::uuid AND o.id = found.operation_id
    ORDER BY found.kind, o.id DESC`;
};
