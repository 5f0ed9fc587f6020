import { Prisma } from '../generated/client.ts';
import { idsOfSpan } from '../ids.ts';

/**
 * Columns of a model from `from`, named as in the model, so `$queryRaw` returns its rows.
 * @param fields such as `Prisma.OperationScalarFieldEnum`
 */
export const columnsOf = (from: string, fields: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(columnTexts(from, Object.keys(fields)));

/** The same as text, for hot statements. */
export const columnTexts = (from: string, fields: readonly string[]): string =>
  fields.map((field) => `${from}.${columnOf(field)} AS "${field}"`).join(', ');

/** The schema maps every field to the same words. */
export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** SQL: all of these conditions; `false` is left out. */
export const allOf = (...conditions: readonly (Prisma.Sql | false)[]): Prisma.Sql =>
  Prisma.join([Prisma.sql`true`, ...conditions.filter((condition) => condition !== false)], ' AND ');

/**
 * SQL: an id (UUID version 7) lies roughly in a span of time, and below a page's start. Compare the row's own
 * time, too.
 */
export function idsWithin(
  column: Prisma.Sql,
  {
    beforeId,
    ...span
  }: { since?: string | undefined; until?: string | undefined; beforeId?: string | undefined },
): Prisma.Sql {
  const [from, to] = idsOfSpan(span);
  return allOf(
    from !== null && Prisma.sql`${column} >= ${from}::uuid`,
    to !== null && Prisma.sql`${column} < ${to}::uuid`,
    beforeId !== undefined && Prisma.sql`${column} < ${beforeId}::uuid`,
  );
}

/** Escapes a text for `LIKE` and `contains`. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The only clock for leases and due times. */
export async function databaseTime(prisma: Prisma.TransactionClient): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error('The database told no time.');
  return row.now;
}
