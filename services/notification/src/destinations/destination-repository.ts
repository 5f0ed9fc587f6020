import type { Destination, JsonObject } from '@writ/contracts';
import {
  holdRow,
  inTransaction,
  isId,
  newId,
  unlessTaken,
  type Database,
  type Queryable,
  type RowLock,
} from '@writ/db';
import { SealedError } from '@writ/tenancy';
import { Refusal } from '@writ/http-kit';
import type { DestinationSecrets, SecretBox } from './secrets.ts';
import { disableDestination } from './disable-destination.ts';

/** A destination as it is stored. */
export type StoredDestination = {
  view: Destination;
  /** @throws Refusal (unavailable) when they were sealed with a key that is not among ours. */
  unsealSecrets: () => DestinationSecrets;
};

/** What of a destination a caller may change. */
export type DestinationContent = { name: string; metadata: JsonObject; secrets: DestinationSecrets };

/** Destinations of a project, found by id or name. */
export type DestinationRepository = {
  list(projectId: string): Promise<Destination[]>;
  find(projectId: string, idOrName: string): Promise<StoredDestination | undefined>;
  add(projectId: string, given: DestinationContent & { type: string }): Promise<Destination | 'name-taken'>;
  /** Changes under the row's lock what `change` makes of it; undefined when there is none. */
  change(
    projectId: string,
    idOrName: string,
    change: (stored: StoredDestination) => DestinationContent,
  ): Promise<StoredDestination | 'name-taken' | undefined>;
  enable(projectId: string, idOrName: string): Promise<Destination | undefined>;
  disable(projectId: string, idOrName: string, reason: string): Promise<Destination | undefined>;
  /**
   * Does work that needs a destination to stay as it is until it is committed; undefined when there is none. What locks
   * several deliveries of a destination locks the destination first.
   */
  keep<T>(
    projectId: string,
    idOrName: string,
    work: (tx: Queryable, id: string) => Promise<T>,
  ): Promise<T | undefined>;
  /** Removes a destination and its routes; what waited for it or was held has failed. False when there is none. */
  remove(projectId: string, idOrName: string): Promise<boolean>;
};

type Row = {
  id: string;
  projectId: string;
  name: string;
  type: string;
  metadata: JsonObject;
  sealed: string;
  status: 'enabled' | 'disabled';
  disabledReason: string | null;
  createTime: Date;
  updateTime: Date | null;
};

const columns = `id, project_id AS "projectId", name, type, metadata, sealed, status,
  disabled_reason AS "disabledReason", create_time AS "createTime", update_time AS "updateTime"`;

/** Told as a lack of ours, which those who run the service can mend; which key is missing stands in the log of deliveries. */
const sealedFast = (): Refusal =>
  new Refusal('unavailable', {
    detail: "The destination's secrets cannot be opened with the keys of this service.",
    remedy: 'Ask those who run the service to give its encryption key back, or create the destination anew.',
  });

/** An id is looked for first, so that nobody can hide a destination by taking its id as a name. */
const findSql = (column: 'id' | 'name'): string =>
  `SELECT ${columns} FROM destination WHERE project_id = $1 AND ${column} = $2`;

const insertSql = `
  INSERT INTO destination (id, project_id, name, type, metadata, sealed)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`;

const changeSql = `
  UPDATE destination SET name = $2, metadata = $3, sealed = $4, update_time = clock_timestamp()
  WHERE id = $1 RETURNING ${columns}`;

const enableSql = `
  UPDATE destination SET status = 'enabled', disabled_reason = NULL, failures_in_row = 0, failing_since = NULL,
    update_time = clock_timestamp()
  WHERE id = $1 AND status = 'disabled' RETURNING ${columns}`;

/** What waits or is held can be sent to nobody any more. Deliveries are locked in the order of their ids, as everywhere. */
const failAllSql = `
  UPDATE delivery AS d SET status = 'failed', due_at = NULL, update_time = clock_timestamp()
  FROM (
    SELECT project_id, id FROM delivery WHERE destination_id = $1 AND (due_at IS NOT NULL OR status = 'held')
    ORDER BY id FOR UPDATE) AS unsent
  WHERE d.project_id = unsent.project_id AND d.id = unsent.id`;

export function destinationRepository({ pool, prisma }: Database, box: SecretBox): DestinationRepository {
  const locked = <T>(
    lock: RowLock,
    [projectId, idOrName]: readonly [projectId: string, idOrName: string],
    work: (tx: Queryable, row: Row) => Promise<T>,
  ): Promise<T | undefined> =>
    inTransaction(pool, async (tx) => {
      const row = await holdRow(tx, { table: 'destination', lock }, () => findRow(tx, projectId, idOrName));
      return row && (await work(tx, row));
    });

  return {
    list: async (projectId) => {
      const rows = await prisma.destination.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
      return rows.map((row) => toView(row as Row));
    },
    find: async (projectId, idOrName) => {
      const where = isId(idOrName) ? { OR: [{ id: idOrName }, { name: idOrName }] } : { name: idOrName };
      const rows = await prisma.destination.findMany({ where: { projectId, ...where } });
      const row = rows.find(({ id }) => id === idOrName) ?? rows[0];
      return row && toStored(row as Row, box);
    },
    add: (projectId, { name, type, metadata, secrets }) =>
      unlessTaken(async () => {
        const id = newId();
        const data = { id, projectId, name, type, metadata, sealed: box.seal(secrets, id) };
        const { rows } = await pool.query<Row>(insertSql, Object.values(data));
        return toView(only(rows));
      }),
    change: (projectId, idOrName, change) =>
      unlessTaken(() =>
        locked('UPDATE', [projectId, idOrName], async (tx, row) => {
          const { name, metadata, secrets } = change(toStored(row, box));
          const values = [row.id, name, metadata, box.seal(secrets, row.id)];
          return toStored(only((await tx.query<Row>(changeSql, values)).rows), box);
        }),
      ),
    enable: (projectId, idOrName) =>
      locked('UPDATE', [projectId, idOrName], async (tx, row) => {
        const { rows } = await tx.query<Row>(enableSql, [row.id]);
        return toView(rows[0] ?? row);
      }),
    disable: (projectId, idOrName, reason) =>
      locked('UPDATE', [projectId, idOrName], async (tx, row) => {
        await disableDestination(tx, { id: row.id, reason });
        return toView((await findRow(tx, projectId, row.id)) ?? row);
      }),
    keep: (projectId, idOrName, work) => locked('SHARE', [projectId, idOrName], (tx, { id }) => work(tx, id)),
    remove: async (projectId, idOrName) => {
      const removed = await locked('UPDATE', [projectId, idOrName], async (tx, row) => {
        await tx.query('DELETE FROM destination WHERE id = $1', [row.id]);
        await tx.query(failAllSql, [row.id]);
        return true;
      });
      return removed ?? false;
    },
  };
}

async function findRow(db: Queryable, projectId: string, idOrName: string): Promise<Row | undefined> {
  const byId = isId(idOrName)
    ? (await db.query<Row>(findSql('id'), [projectId, idOrName])).rows[0]
    : undefined;
  return byId ?? (await db.query<Row>(findSql('name'), [projectId, idOrName])).rows[0];
}

function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('A statement that always gives a row gave none.');
  return row;
}

const toStored = (row: Row, box: SecretBox): StoredDestination => ({
  view: toView(row),
  unsealSecrets: () => {
    try {
      return box.unseal(row.sealed, row.id);
    } catch (error) {
      throw error instanceof SealedError ? sealedFast() : error;
    }
  },
});

const toView = (row: Row): Destination => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  type: row.type,
  metadata: row.metadata,
  status: row.status,
  ...(row.disabledReason !== null && { disabledReason: row.disabledReason }),
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
});
