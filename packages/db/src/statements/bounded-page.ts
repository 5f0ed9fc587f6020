import { Prisma } from '../generated/client.ts';
import { timeOfId } from '../ids.ts';

/**
 * SQL of a page of rows, newest first, that reads a bounded number of rows however few match. A page that
 * ends early has `looked_to`, where the next one begins, in each row; an empty page is one row with a null
 * `id`. One statement does both, so concurrent changes are neither missed nor shown twice.
 */
export const boundedPage = (parts: {
  /** `FROM … WHERE …` with conditions that one index answers. */
  source: Prisma.Sql;
  alias: Prisma.Sql;
  columns: Prisma.Sql;
  /** `JOIN …` for the columns. */
  join?: Prisma.Sql;
  matches: Prisma.Sql;
  /** The most rows of a page, and the most rows read. */
  limit: number;
  look: number;
}): Prisma.Sql => {
  const { source, alias, columns, join = Prisma.empty, matches, limit, look } = parts;
  return Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT ${columns}
      FROM (SELECT ${alias}.* ${source} ORDER BY ${alias}.id DESC LIMIT ${look}) AS ${alias} ${join}
      WHERE ${matches}
      ORDER BY ${alias}.id DESC LIMIT ${limit}
    )
    SELECT page.*, told.looked_to
    FROM page RIGHT JOIN (
      SELECT CASE WHEN (SELECT count(*) FROM page) < ${limit} THEN (
        SELECT ${alias}.id ${source} ORDER BY ${alias}.id DESC OFFSET ${look - 1} LIMIT 1
      ) END AS looked_to
    ) AS told ON true
    ORDER BY page.id DESC`;
};

export type BoundedRow<Row extends { id: string }> = { looked_to: string | null } & (Row | { id: null });

/** From rows read with one more than `limit`; the next page begins below the returned id. */
export function pageOfRows<Row extends { id: string }>(
  rows: readonly BoundedRow<Row>[],
  limit: number,
): { rows: Row[]; nextBelow?: string } {
  const found = rows.flatMap((row): Row[] => (isFound(row) ? [row] : []));
  const shown = found.slice(0, limit);
  const nextBelow = found.length > limit ? shown.at(-1)?.id : (rows[0]?.looked_to ?? undefined);
  return { rows: shown, ...(nextBelow !== undefined && { nextBelow }) };
}

/** How far a page looked that ended early; undefined for a full page and the last one. */
export const lookedBackTo = (
  { rows, nextBelow }: { rows: readonly unknown[]; nextBelow?: string | undefined },
  limit: number,
): Date | undefined => (nextBelow !== undefined && rows.length < limit ? timeOfId(nextBelow) : undefined);

const isFound = <Row extends { id: string }>(row: Row | { id: null }): row is Row => row.id !== null;
