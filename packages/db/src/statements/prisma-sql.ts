import { Prisma } from '../generated/client.ts';
import { idsOfSpan } from '../ids.ts';

/**
 * The columns of a model, of the table or row `from`, named as the model names them: what `$queryRaw` then gives are rows of
 * the model.
 *
 * @param fields the model's, as `Prisma.OperationScalarFieldEnum` tells them
 */
export const columnsOf = (from: string, fields: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(columnTexts(from, Object.keys(fields)));

/** The same as text, for hot statements, which take only the columns that they need. */
export const columnTexts = (from: string, fields: readonly string[]): string =>
  fields.map((field) => `${from}.${columnOf(field)} AS "${field}"`).join(', ');

/** The column of a model's field: the schema maps every one to the same words. */
export const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** SQL: all of these conditions; `false` in place of one leaves it out. */
export const allOf = (...conditions: readonly (Prisma.Sql | false)[]): Prisma.Sql =>
  Prisma.join([Prisma.sql`true`, ...conditions.filter((condition) => condition !== false)], ' AND ');

/**
 * SQL: an id (UUID version 7) lies in a span of time, about, and below the one that a page begins below: what leads an
 * index to about the right rows. A row's own time is then compared.
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

/** A text as `LIKE` and `contains` find it: its own characters stand for themselves. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Now, as the database tells it: the only clock by which leases and due times are judged. */
export async function databaseTime(prisma: Prisma.TransactionClient): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error('The database told no time.');
  return row.now;
}
