import { Prisma } from './generated/client.ts';

/**
 * The columns of a model, of the table or row `from`, named as the model names them: what `$queryRaw` then gives are rows of
 * the model.
 *
 * @param fields the model's, as `Prisma.OperationScalarFieldEnum` tells them
 */
export const columnsOf = (from: string, fields: Readonly<Record<string, string>>): Prisma.Sql =>
  Prisma.raw(
    Object.keys(fields)
      .map((field) => `${from}.${columnOf(field)} AS "${field}"`)
      .join(', '),
  );

/** The schema maps every field to the column of the same words. */
const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** SQL: all of these conditions; `false` in place of one leaves it out. */
export const allOf = (...conditions: readonly (Prisma.Sql | false)[]): Prisma.Sql =>
  Prisma.join([Prisma.sql`true`, ...conditions.filter((condition) => condition !== false)], ' AND ');

/** Now, as the database tells it: the only clock by which leases and due times are judged. */
export async function databaseTime(prisma: Prisma.TransactionClient): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error('The database told no time.');
  return row.now;
}
