import type { Actor } from '@writ/contracts';
import {
  holdRow,
  inOrderOfIds,
  isId,
  newId,
  type Database,
  type Prisma,
  type Span,
  type Transaction,
} from '@writ/db';
import { insertAuditEntries } from '../audit/audit-entries.ts';

type ProjectRow = { id: string; projectId: string };

/** Lists may be read-only. */
type Values<Columns> = {
  [Name in keyof Columns]?: Columns[Name] extends readonly (infer Item)[] | null
    ? readonly Item[]
    : Columns[Name];
};

type Table<Row> = {
  findMany(args: object): Promise<Row[]>;
  findFirst(args: object): Promise<Row | null>;
  create(args: object): Promise<Row>;
  update(args: object): Promise<Row>;
  delete(args: object): Promise<unknown>;
};

type Facts<Row> = {
  table: string;
  /** The table in Prisma. Its rows must be `Row` without `omit`. */
  delegate: (prisma: Prisma.TransactionClient) => Table<object>;
  resource: string;
  /** Columns with secrets: no row has them. */
  omit?: Readonly<Record<string, true>>;
  audited?: (row: Row) => { id: string; projectId: string };
  /**
   * The condition for the text of a path that names a row; undefined if it can name none. Default: the id.
   */
  named?: (text: string) => object | undefined;
};

/** Work in the transaction of a change, and the names of the secrets that changed. */
type Beside<Row> = {
  secrets?: readonly string[] | undefined;
  also?: (tx: Transaction, row: Row) => Promise<void>;
};

const byId = (text: string): object | undefined => (isId(text) ? { id: text } : undefined);

type Db = Pick<Database, 'prisma' | 'transaction'>;

/**
 * The rows of one table of projects. A change locks its row, reads it, and stores an audit entry in the same
 * transaction. `Hidden`: types of the columns in `omit`. Unique violations are thrown.
 */
export function projectRows<Row extends ProjectRow, Hidden = object>(
  { prisma, transaction }: Db,
  facts: Facts<Row>,
) {
  const { delegate, omit } = facts;
  const table = (client: Prisma.TransactionClient) => delegate(client) as Table<Row>;
  const shown = omit && { omit };
  const find = finder(facts);
  return {
    list: (filter: { projectId: string; [column: string]: unknown }, span?: Span): Promise<Row[]> =>
      table(prisma).findMany({ ...inOrderOfIds(filter, span), ...shown }),
    /** Undefined if the project has no such row, here and below. */
    find: (projectId: string, name: string): Promise<Row | undefined> => find(prisma, projectId, name),
    insert: (
      values: Values<Row & Hidden> & { projectId: string },
      by: Actor,
      beside: Beside<Row> = {},
    ): Promise<Row> =>
      transaction(async (tx) => {
        const row = await table(tx.prisma).create({ data: { id: newId(), ...values }, ...shown });
        await beside.also?.(tx, row);
        await note(tx, facts, by, { after: row }, beside.secrets);
        return row;
      }),
    change: (
      projectId: string,
      name: string,
      values: Values<Row & Hidden>,
      by: Actor,
      beside: Beside<Row> = {},
    ): Promise<Row | undefined> =>
      transaction(async (tx) => {
        const before = await hold(tx, facts, projectId, name);
        if (before === undefined) return undefined;
        const data = { ...values, updateTime: new Date() };
        const row = await table(tx.prisma).update({ where: { id: before.id }, data, ...shown });
        await beside.also?.(tx, row);
        await note(tx, facts, by, { before, after: row }, beside.secrets);
        return row;
      }),
    remove: (
      projectId: string,
      name: string,
      by: Actor,
      beside: Beside<Row> = {},
    ): Promise<Row | undefined> =>
      transaction(async (tx) => {
        const before = await hold(tx, facts, projectId, name);
        if (before === undefined) return undefined;
        await table(tx.prisma).delete({ where: { id: before.id } });
        await beside.also?.(tx, before);
        await note(tx, facts, by, { before });
        return before;
      }),
  };
}

const finder =
  <Row>({ delegate, omit, named = byId }: Facts<Row>) =>
  async (prisma: Prisma.TransactionClient, projectId: string, name: string): Promise<Row | undefined> => {
    const condition = named(name);
    if (!condition) return undefined;
    const args = { where: { projectId, ...condition }, ...(omit && { omit }) };
    return (await (delegate(prisma) as Table<Row>).findFirst(args)) ?? undefined;
  };

const hold = <Row extends ProjectRow>(
  { prisma, sql }: Transaction,
  facts: Facts<Row>,
  projectId: string,
  name: string,
): Promise<Row | undefined> =>
  holdRow(sql, { table: facts.table, lock: 'UPDATE' }, () => finder(facts)(prisma, projectId, name));

function note<Row extends ProjectRow>(
  { prisma }: Transaction,
  { resource, audited = (row) => row }: Facts<Row>,
  by: Actor,
  { before, after }: { before?: Row; after?: Row },
  secrets: readonly string[] = [],
): Promise<void> {
  const shown = { ...(before && { before: audited(before) }), ...(after && { after: audited(after) }) };
  return insertAuditEntries(prisma, by, { resource, secrets, ...shown });
}
