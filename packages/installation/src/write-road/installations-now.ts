import type { Queryable } from '@writ/db';
import { isForeign } from './foreign-connections.ts';
import type { InstallationForWrite } from './installations-for-write.ts';

export type InstallationNow = Pick<
  InstallationForWrite,
  | 'id'
  | 'integrationId'
  | 'groupRef'
  | 'configId'
  | 'connectionId'
  | 'provider'
  | 'account'
  | 'foreignConnection'
>;

/**
 * True if an installation leads to an operation's account. An unknown account goes by the connection's id.
 */
export const isSameAccount = (
  now: Pick<InstallationNow, 'provider' | 'account' | 'connectionId' | 'foreignConnection'>,
  { provider, account }: { provider: string; account: string },
): boolean =>
  !now.foreignConnection && now.provider === provider && [now.account, now.connectionId].includes(account);

/** By index, as in `findHolders`. */
const sql = `
  SELECT installation.id, installation.integration_id AS "integrationId", installation.group_ref AS "groupRef",
         installation.config_id AS "configId", connection.id AS "connectionId", connection.provider,
         connection.account, ${isForeign} AS "foreignConnection"
  FROM json_array_elements_text($1::json) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM installation WHERE id = given.id::uuid LIMIT 1) AS installation
  CROSS JOIN LATERAL (SELECT * FROM connection WHERE id = installation.connection_id LIMIT 1) AS connection`;

/** In one statement. Deleted ones are absent. */
export async function findInstallationsNow(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InstallationNow>> {
  const { rows } = await db.query<InstallationNow>({
    name: 'installations-now',
    text: sql,
    values: [JSON.stringify([...new Set(ids)])],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Its writes may continue: all, or those waiting since before `ifBefore` (a Postgres timestamp, to the
 * microsecond).
 */
export type ReleasedInstallation = { id: string; ifBefore: string | null };

/** A failed renewal is stored with the wait after it, so it ended that long before its `until`. */
const releasedSql = `
  SELECT given.id, (rest.until - (rest.fault ->> 'ourWaitMs')::float8 * interval '1 ms')::text AS "ifBefore"
  FROM unnest($1::uuid[]) AS given (id)
  LEFT JOIN installation ON installation.id = given.id
  LEFT JOIN connection ON connection.id = installation.connection_id
  LEFT JOIN token_refresh rest ON rest.connection_id = connection.id AND rest.fault IS NOT NULL
  WHERE connection.id IS NULL OR connection.status = 'working' AND (rest.connection_id IS NULL
    OR rest.holder IS NULL AND rest.fault ->> 'ourWaitMs' IS NOT NULL
      AND coalesce(connection.expire_time > clock_timestamp(), true))`;

/**
 * Installations whose writes need not wait for their connection. While renewals fail, a token may still be
 * valid, so each failed renewal lets the writes that waited before it try that token once more.
 */
export async function notWaitingForConnection(
  db: Queryable,
  ids: readonly string[],
): Promise<readonly ReleasedInstallation[]> {
  return (await db.query<ReleasedInstallation>(releasedSql, [ids])).rows;
}
