import { columnsOf, Prisma } from '@writ/db';
import { entryKinds, type EntryKind } from '../follow/entry-kinds.ts';
import type { OperationRow } from '../operation.ts';

const kinds = Object.entries(entryKinds).map(([by, kind]) => Prisma.sql`(${by}, ${kind}::smallint)`);

/** The latest operations that are found by a request, by an idempotency key or by a record's id: of each so many at most. */
export const findByEntry = (
  prisma: Prisma.TransactionClient,
  { projectId, value, limit }: { projectId: string; value: string; limit: number },
): Promise<(OperationRow & { by: EntryKind })[]> =>
  prisma.$queryRaw<(OperationRow & { by: EntryKind })[]>`
    SELECT ${columnsOf('o', Prisma.OperationScalarFieldEnum)}, asked.by
    FROM (VALUES ${Prisma.join(kinds)}) AS asked (by, kind)
    CROSS JOIN LATERAL (
      SELECT e.operation_id FROM search_entry e
      WHERE e.project_id = ${projectId}::uuid AND e.value = ${value} AND e.kind = asked.kind
      ORDER BY e.operation_id DESC LIMIT ${limit}) AS found
    JOIN operation o ON o.project_id = ${projectId}::uuid AND o.id = found.operation_id
    ORDER BY asked.kind, o.id DESC`;
