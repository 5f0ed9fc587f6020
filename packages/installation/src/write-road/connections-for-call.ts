import { coalesce, type Database } from '@writ/db';
import { boundedCache } from '../bounded-cache.ts';
import { openCredentials, type ConnectionCredentials } from '../connection/credentials.ts';
import type { Keyring } from '../secrets/keyring.ts';

/** What a provider call needs of a connection. It holds secrets: never log it. */
export type ConnectionForCall = {
  id: string;
  projectId: string;
  provider: string;
  /** The provider's own id of the account. */
  account: string;
  /** Address of the account's API, where each account has its own. */
  baseUrl?: string;
  accessToken: string;
  refreshToken?: string;
  expireTime?: Date;
  /** The access token is to be renewed before it is used (Contract §5): never, where its end is not known. */
  refreshDue: boolean;
  /** The access token has ended, as far as its end is known. */
  expired: boolean;
  /** The sealed credentials: others as soon as the credentials are others. */
  sealed: string;
  status: 'working' | 'bad_credentials';
};

/** Finds a connection and opens its credentials; undefined when there is none. */
export type FindConnectionForCall = (connectionId: string) => Promise<ConnectionForCall | undefined>;

type Row = {
  id: string;
  project_id: string;
  provider: string;
  account: string;
  base_url: string | null;
  credentials: string;
  expire_time: Date | null;
  refresh_due: boolean | null;
  expired: boolean | null;
  status: ConnectionForCall['status'];
};

const findConnections = `
  SELECT id, project_id, provider, account, provider_metadata ->> 'instanceUrl' AS base_url, credentials, expire_time,
         status, coalesce(refresh_due_time, expire_time - $2 * interval '1 ms') < clock_timestamp() AS refresh_due,
         expire_time < clock_timestamp() AS expired
  FROM connection
  WHERE id = ANY ($1::uuid[])`;

/** How long before its end an access token is renewed. */
export const refreshMarginMs = 120_000;

/** Opened credentials that are kept: opening costs some microseconds, so this only has to hold the busy ones. */
const openedKept = 10_000;

/**
 * Looks connections up for provider calls: always fresh, many in one statement. Opened credentials are remembered by
 * their sealed text, so a changed connection is opened anew at once.
 */
export function connectionsForCall(db: Pick<Database, 'pool'>, keyring: Keyring): FindConnectionForCall {
  const opened = boundedCache<ConnectionCredentials>(openedKept);

  const credentialsOf = (row: Row): ConnectionCredentials => {
    const cacheKey = `${row.id} ${row.credentials}`;
    const known = opened.get(cacheKey);
    if (known !== undefined) return known;
    const credentials = openCredentials(keyring, row.credentials, row.id);
    opened.set(cacheKey, credentials);
    return credentials;
  };

  return coalesce(
    async (ids: readonly string[]) => {
      const { rows } = await db.pool.query<Row>({
        name: 'connections-for-call',
        text: findConnections,
        values: [ids, refreshMarginMs],
      });
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => {
        const row = found.get(id);
        return row && toConnection(row, credentialsOf(row));
      });
    },
    { maxKeys: 500, nameOf: (id) => id },
  );
}

function toConnection(row: Row, { accessToken, refreshToken }: ConnectionCredentials): ConnectionForCall {
  return {
    id: row.id,
    projectId: row.project_id,
    provider: row.provider,
    account: row.account,
    ...(row.base_url !== null && { baseUrl: row.base_url }),
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(row.expire_time !== null && { expireTime: row.expire_time }),
    refreshDue: row.refresh_due ?? false,
    expired: row.expired ?? false,
    sealed: row.credentials,
    status: row.status,
  };
}
