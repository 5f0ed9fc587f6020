import { Prisma } from '../generated/client.ts';
import { timeOfId } from '../ids.ts';

/**
 * SQL of a page of rows, newest first, that looks at a bounded number of rows however few of them match: then the page
 * ends early and `looked_to` of each of its rows says where the next one begins. There is at least one row; its `id` is
 * null where the page is empty.
 *
 * Both happens in one statement, so that what is done meanwhile is neither missed nor told twice. How far it has looked
 * is asked only of a page that is not full.
 */
export const boundedPage = (parts: {
  /** What is looked at: `FROM … WHERE …`, conditions that one index answers. */
  source: Prisma.Sql;
  /** What the rows of `source` are called. */
  alias: Prisma.Sql;
  columns: Prisma.Sql;
  /** `JOIN …` of what the columns need. */
  join?: Prisma.Sql;
  /** Which of the rows are wanted. */
  matches: Prisma.Sql;
  /** The most rows of a page, and the most that are looked at. */
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

/** What `boundedPage` gives: the columns, and how far it has looked. */
export type BoundedRow<Row extends { id: string }> = { looked_to: string | null } & (Row | { id: null });

/**
 * The rows of a page, of which one more was asked for than it may have, and the id that the next page begins below;
 * absent where there is none.
 */
export function pageOfRows<Row extends { id: string }>(
  rows: readonly BoundedRow<Row>[],
  limit: number,
): { rows: Row[]; nextBelow?: string } {
  const found = rows.flatMap((row): Row[] => (isFound(row) ? [row] : []));
  const shown = found.slice(0, limit);
  const nextBelow = found.length > limit ? shown.at(-1)?.id : (rows[0]?.looked_to ?? undefined);
  return { rows: shown, ...(nextBelow !== undefined && { nextBelow }) };
}

/** How far a page has looked that ended before it was full; undefined of one that is full, and of the last one. */
export const lookedBackTo = (
  { rows, nextBelow }: { rows: readonly unknown[]; nextBelow?: string | undefined },
  limit: number,
): Date | undefined => (nextBelow !== undefined && rows.length < limit ? timeOfId(nextBelow) : undefined);

const isFound = <Row extends { id: string }>(row: Row | { id: null }): row is Row => row.id !== null;
