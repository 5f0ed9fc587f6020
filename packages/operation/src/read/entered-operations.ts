import { Prisma } from '@writ/db';
import { entryKinds } from '../follow/entry-kinds.ts';
import { entriesIn, type OperationFilter } from './operation-filter.ts';

const isOld = (projectId: string): Prisma.Sql => Prisma.sql`
  SELECT FROM operation_feed WHERE project_id = ${projectId}::uuid AND what = 'old' LIMIT 1`;

/**
 * The latest operations that may match the searched value: entered with it, or not followed yet. Undefined if
 * nothing is searched, ids are named, or old operations are still followed. Each form of an id is searched
 * apart, so that the index returns its latest.
 */
export async function enteredOperations(
  prisma: Prisma.TransactionClient,
  projectId: string,
  filter: OperationFilter,
  { limit, beforeId }: { limit: number; beforeId?: string | undefined },
): Promise<readonly string[] | undefined> {
  const [kind] = entriesIn(filter);
  if (kind === undefined || filter.ids) return undefined;
  const isBefore = (id: Prisma.Sql) =>
    beforeId === undefined ? Prisma.sql`true` : Prisma.sql`${id} < ${beforeId}::uuid`;
  const [row] = await prisma.$queryRaw<{ ids: string[] | null }[]>`
    SELECT CASE WHEN NOT EXISTS (${isOld(projectId)}) THEN ARRAY(
      SELECT id FROM (
        (SELECT entered.operation_id AS id FROM unnest(${[filter[kind]].flat()}::text[]) AS asked (value)
         CROSS JOIN LATERAL (
           SELECT e.operation_id FROM search_entry e
           WHERE e.project_id = ${projectId}::uuid AND e.value = asked.value AND e.kind = ${entryKinds[kind]}::smallint
             AND ${isBefore(Prisma.sql`e.operation_id`)}
           ORDER BY e.operation_id DESC LIMIT ${limit}) AS entered)
        UNION
        (SELECT fed.id FROM operation_feed f, unnest(f.operation_ids) AS fed (id)
         WHERE f.project_id = ${projectId}::uuid AND ${isBefore(Prisma.sql`fed.id`)}
         ORDER BY fed.id DESC LIMIT ${limit})
      ) AS known ORDER BY id DESC LIMIT ${limit}) END AS ids`;
  return row?.ids ?? undefined;
}
