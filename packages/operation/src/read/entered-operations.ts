import { Prisma } from '@writ/db';
import { entryKinds } from '../follow/entry-kinds.ts';
import { entriesIn, type OperationFilter } from './operation-filter.ts';

const isOld = (projectId: string): Prisma.Sql => Prisma.sql`
  SELECT FROM operation_feed WHERE project_id = ${projectId}::uuid AND what = 'old' LIMIT 1`;

/**
 * The latest operations that may have what a filter asks for of what is searched, below an id if one is given: those that are
 * entered with it, and those that nobody has followed yet. Gives so many at most; undefined where it asks for nothing of it
 * or names operations, and while older ones wait to be followed for the first time.
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
        (SELECT operation_id AS id FROM search_entry
         WHERE project_id = ${projectId}::uuid AND value = ${filter[kind]} AND kind = ${entryKinds[kind]}::smallint
           AND ${isBefore(Prisma.sql`operation_id`)}
         ORDER BY operation_id DESC LIMIT ${limit})
        UNION
        (SELECT fed.id FROM operation_feed f, unnest(f.operation_ids) AS fed (id)
         WHERE f.project_id = ${projectId}::uuid AND ${isBefore(Prisma.sql`fed.id`)}
         ORDER BY fed.id DESC LIMIT ${limit})
      ) AS known ORDER BY id DESC LIMIT ${limit}) END AS ids`;
  return row?.ids ?? undefined;
}
