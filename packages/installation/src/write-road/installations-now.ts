import type { Queryable } from '@writ/db';
import { isForeign } from './foreign-connections.ts';
import type { InstallationForWrite } from './installations-for-write.ts';

/** Where an installation leads at this moment. */
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
 * Whether an installation leads to the account that an operation was accepted for. That of a connection whose account was
 * not known was named by the connection's own id. Another group's connection leads nowhere.
 */
export const isSameAccount = (
  now: Pick<InstallationNow, 'provider' | 'account' | 'connectionId' | 'foreignConnection'>,
  { provider, account }: { provider: string; account: string },
): boolean =>
  !now.foreignConnection && now.provider === provider && [now.account, now.connectionId].includes(account);

/** Each by its index, as `findHolders` does. */
const sql = `
  SELECT installation.id, installation.integration_id AS "integrationId", installation.group_ref AS "groupRef",
         installation.config_id AS "configId", connection.id AS "connectionId", connection.provider,
         connection.account, ${isForeign} AS "foreignConnection"
  FROM json_array_elements_text($1::json) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM installation WHERE id = given.id::uuid LIMIT 1) AS installation
  CROSS JOIN LATERAL (SELECT * FROM connection WHERE id = installation.connection_id LIMIT 1) AS connection`;

/** Installations as they are now, by id, in one statement; one that was deleted is absent. */
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
 * An installation whose writes may continue: all of them, or those that began to wait before `ifBefore` (a Postgres
 * timestamp, to the microsecond).
 */
export type ReleasedInstallation = { id: string; ifBefore: string | null };

/** A failed renewal is stored with the wait that follows it, so it ended that long before its `until`. */
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
 * Of these installations, those whose writes need not wait for their connection: it works, or there is nothing to wait for.
 * While its renewals fail, a token that is not known to have ended may still be valid. Each failed renewal then releases
 * the writes that were waiting before it, to try that token once more.
 */
export async function notWaitingForConnection(
  db: Queryable,
  ids: readonly string[],
): Promise<readonly ReleasedInstallation[]> {
  return (await db.query<ReleasedInstallation>(releasedSql, [ids])).rows;
}
