import { isDeepStrictEqual } from 'node:util';
import type { Actor, Destination } from '@writ/contracts';
import {
  holdRow,
  inOrderOfIds,
  isId,
  newId,
  unlessTaken,
  type Database,
  type Prisma,
  type RowLock,
  type Span,
  type Transaction,
} from '@writ/db';
import { destinationLane, resumeLane, touchLanes } from '@writ/lanes';
import { insertAuditEntries } from '@writ/tenancy';
import { beginHold } from './hold-deliveries.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { disableDestination } from './disable-destination.ts';
import {
  columnsOf,
  toContent,
  toStored,
  toView,
  type DestinationContent,
  type StoredDestination,
} from './stored-destination.ts';
import { changedSecrets, type DestinationSecrets, type SecretBox } from './secrets.ts';

export type DestinationRepository = ReturnType<typeof destinationRepository>;

/** `KEY SHARE` blocks only removing and renaming. */
const holdSql = `
  SELECT id, name FROM destination WHERE project_id = $1 AND (name = ANY ($2::text[]) OR id = ANY ($3::uuid[]))
  ORDER BY id FOR KEY SHARE`;

/** By id or name; undefined if there is none. */
export function destinationRepository(db: Pick<Database, 'prisma' | 'transaction'>, box: SecretBox) {
  const { transaction } = db;
  const locked = lockedIn(transaction);

  return {
    ...lookUps(db, box),
    ...changesOfContent(db, box),
    enable: (projectId: string, idOrName: string, by: Actor): Promise<Destination | undefined> =>
      locked('UPDATE', [projectId, idOrName], async (tx, row) => {
        const where = { id: row.id, status: 'disabled' };
        const now = new Date();
        const data = { ...enabled, updateTime: now, ...(row.pulledAt && { pulledAt: now }) };
        const [after = row] = await tx.prisma.destination.updateManyAndReturn({ where, data });
        return audited(tx, by, row, after);
      }),
    disable: (projectId: string, idOrName: string, reason: string, by: Actor) =>
      locked('UPDATE', [projectId, idOrName], async (tx, row) => {
        const { id } = row;
        await touchLanes(tx.sql, (await disableDestination(tx.sql, { id, reason })) ?? []);
        return audited(tx, by, row, await tx.prisma.destination.findUniqueOrThrow({ where: { id } }));
      }),
    /** Keeps the destination as it is during the work. Lock it before several of its deliveries. */
    keep: <T>(
      projectId: string,
      idOrName: string,
      work: (tx: Transaction, destination: Destination) => Promise<T>,
    ) => locked('SHARE', [projectId, idOrName], (tx, row) => work(tx, toView(row))),
    /** Also removes routes; waiting and held deliveries begin to fail. Returns the id, which is also the lane's. */
    remove: (projectId: string, idOrName: string, by: Actor): Promise<string | undefined> =>
      locked('UPDATE', [projectId, idOrName], async (tx, row) => {
        const { id } = row;
        await tx.prisma.destination.delete({ where: { id } });
        await touchLanes(tx.sql, await beginHold(tx.sql, { id, projectId }));
        // Nothing else resumes the lane of a removed destination.
        await resumeLane(tx.prisma, projectId, id);
        await insertAuditEntries(tx.prisma, by, { resource, before: toContent(row) });
        return id;
      }),
  };
}

const nothingFailed = { failuresInRow: 0, failingSince: null };
const enabled = { status: 'enabled', disabledReason: null, ...nothingFailed };

const lookUps = ({ prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>, box: SecretBox) => ({
  list: async (projectId: string, span: Span): Promise<Destination[]> =>
    (await prisma.destination.findMany(inOrderOfIds({ projectId }, span))).map(toView),
  find: async (projectId: string, idOrName: string): Promise<StoredDestination | undefined> => {
    const row = await findRow(prisma, projectId, idOrName);
    return row && toStored(row, box);
  },
  /** For a caller that sees the signing key: audited in the transaction that reads it. */
  findTold: (projectId: string, idOrName: string, by: Actor): Promise<StoredDestination | undefined> =>
    transaction(async (tx) => {
      const row = await findRow(tx.prisma, projectId, idOrName);
      if (row === undefined) return undefined;
      const stored = toStored(row, box, tx.sql);
      const secrets = await stored.openSecrets();
      if (secrets.signingKeys.length > 0) await audited(tx, by, row, row);
      return { ...stored, openSecrets: () => Promise.resolve(secrets) };
    }),
  /** Ids in the order of the names. */
  findIds: async (
    projectId: string,
    idsOrNames: readonly string[],
  ): Promise<readonly (string | undefined)[]> => {
    const OR = [{ name: { in: [...idsOrNames] } }, { id: { in: idsOrNames.filter(isId) } }];
    const rows = await prisma.destination.findMany({ where: { projectId, OR } });
    return idsOrNames.map((idOrName) => named(rows, idOrName)?.id);
  },
  /** The same, locked until the transaction ends. */
  holdIds: async (
    { sql }: Transaction,
    projectId: string,
    idsOrNames: readonly string[],
  ): Promise<readonly (string | undefined)[]> => {
    const values = [projectId, idsOrNames, idsOrNames.filter(isId)];
    const { rows } = await sql.query<Named>(holdSql, values);
    return idsOrNames.map((idOrName) => named(rows, idOrName)?.id);
  },
});

const changesOfContent = (
  { prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>,
  box: SecretBox,
) => ({
  add: (projectId: string, { type, ...content }: DestinationContent & { type: string }, by: Actor) =>
    unlessTaken(async () => {
      const seal = await box.sealer(projectId);
      return transaction(async (tx) => {
        const id = newId();
        const pulledAt = kindOf(type).delivers === 'pull' ? new Date() : null;
        const data = { id, projectId, type, pulledAt, ...columnsOf(id, content, seal) };
        const after = toView(await tx.prisma.destination.create({ data }));
        await insertAuditEntries(tx.prisma, by, { resource, after });
        return after;
      });
    }),
  /**
   * `decide` may take long, so it runs before the row is locked, and again if the row changed. Other metadata or
   * secrets reset the count of failures. Other metadata touches the lane, which the caller wakes.
   */
  change: async (
    projectId: string,
    idOrName: string,
    decide: (stored: StoredDestination) => Promise<DestinationContent>,
    by: Actor,
  ): Promise<StoredDestination | 'name-taken' | undefined> => {
    for (let named = idOrName; ;) {
      const found = await findRow(prisma, projectId, named);
      if (!found) return undefined;
      const before = toStored(found, box);
      const change = { content: await decide(before), secretsBefore: await before.openSecrets() };
      const changed = await unlessTaken(() => storeContent({ transaction, box }, found, change, by));
      if (changed !== 'outdated') return changed;
      named = found.id;
    }
  },
});

/** `outdated`: the row has other content than `found`. Each change seals anew. */
async function storeContent(
  { transaction, box }: Pick<Database, 'transaction'> & { box: SecretBox },
  found: Prisma.DestinationModel,
  { content, secretsBefore }: { content: DestinationContent; secretsBefore: DestinationSecrets },
  by: Actor,
): Promise<StoredDestination | 'outdated' | undefined> {
  const seal = await box.sealer(found.projectId);
  return lockedIn(transaction)('UPDATE', [found.projectId, found.id], async (tx, row) => {
    if (row.sealed !== found.sealed) return 'outdated';
    const secrets = changedSecrets(secretsBefore, content.secrets);
    const hasOtherMetadata = !isDeepStrictEqual(content.metadata, row.metadata);
    const data = {
      ...columnsOf(row.id, content, seal),
      ...((hasOtherMetadata || secrets.length > 0) && nothingFailed),
      updateTime: new Date(),
    };
    const after = await tx.prisma.destination.update({ where: { id: row.id }, data });
    const contents = { before: toContent(row), after: toContent(after) };
    await insertAuditEntries(tx.prisma, by, { resource, ...contents, secrets });
    if (hasOtherMetadata) await touchLanes(tx.sql, [destinationLane(row)]);
    return toStored(after, box);
  });
}
const lockedIn =
  (transaction: Database['transaction']) =>
  <T>(
    lock: RowLock,
    [projectId, idOrName]: readonly [projectId: string, idOrName: string],
    work: (tx: Transaction, row: Prisma.DestinationModel) => Promise<T>,
  ): Promise<T | undefined> =>
    transaction(async (tx) => {
      const find = () => findRow(tx.prisma, projectId, idOrName);
      const row = await holdRow(tx.sql, { table: 'destination', lock }, find);
      return row && (await work(tx, row));
    });

const resource = 'destination';

async function audited(
  { prisma }: Transaction,
  by: Actor,
  before: Prisma.DestinationModel,
  after: Prisma.DestinationModel,
): Promise<Destination> {
  await insertAuditEntries(prisma, by, { resource, before: toContent(before), after: toContent(after) });
  return toView(after);
}

type Named = Pick<Prisma.DestinationModel, 'id' | 'name'>;

/** The id counts first, so that no name can hide a destination. */
const named = <Row extends Named>(rows: readonly Row[], idOrName: string): Row | undefined =>
  rows.find(({ id }) => id === idOrName) ?? rows.find(({ name }) => name === idOrName);

async function findRow(
  prisma: Prisma.TransactionClient,
  projectId: string,
  idOrName: string,
): Promise<Prisma.DestinationModel | undefined> {
  const OR = [{ name: idOrName }, ...(isId(idOrName) ? [{ id: idOrName }] : [])];
  const rows = await prisma.destination.findMany({ where: { projectId, OR } });
  return named(rows, idOrName);
}
