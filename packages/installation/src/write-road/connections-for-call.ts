import { LRUCache } from 'lru-cache';
import { coalesceById, type Database } from '@writ/db';
import type { ConnectionStatus } from '../connection/connections.ts';
import { unsealCredentials, type ConnectionCredentials } from '../connection/credentials.ts';
import type { Secrets } from '@writ/tenancy';

/** A connection as it is stored: with its credentials sealed. */
export type SealedConnection = {
  id: string;
  projectId: string;
  provider: string;
  /** The provider's own id of the account. */
  account: string;
  /** Address of the account's API, where each account has its own. */
  baseUrl?: string;
  /** The access token is to be renewed before it is used (Contract §5): never, where its end is not known. */
  refreshDue: boolean;
  /** The access token has ended, as far as its end is known. */
  expired: boolean;
  /** The sealed credentials: others when the credentials are others, or were sealed anew. */
  sealed: string;
  status: ConnectionStatus;
};

/** What a provider call needs of a connection. It holds secrets: never log it. */
export type ConnectionForCall = SealedConnection &
  ConnectionCredentials & {
    /** The access token was granted for this call: if the provider refuses it, no renewal helps. Never stored. */
    justGranted?: true;
  };

/** Finds a connection and opens its credentials; undefined when there is none. @throws SealedError */
export type FindConnectionForCall = (connectionId: string) => Promise<ConnectionForCall | undefined>;

/** A row of `sealedColumns`, with the connection's id, project, provider and account. */
export type SealedRow = {
  connection_id: string;
  project_id: string;
  provider: string;
  account: string;
  base_url: string | null;
  credentials: string;
  refresh_due: boolean | null;
  expired: boolean | null;
  connection_status: SealedConnection['status'];
};

/** How long before its end an access token is renewed. */
export const refreshMarginMs = 120_000;

/** What `toSealed` needs of the row of a connection, besides its id, project, provider and account. */
export const sealedColumns = `
  connection.provider_metadata ->> 'instanceUrl' AS base_url, connection.credentials,
  connection.status AS connection_status, connection.expire_time < clock_timestamp() AS expired,
  coalesce(connection.refresh_due_time, connection.expire_time - ${refreshMarginMs} * interval '1 ms')
    < clock_timestamp() AS refresh_due`;

/** Each by its index, as `findHolders` does. */
const findConnections = `
  SELECT connection.id AS connection_id, project_id, provider, account, ${sealedColumns}
  FROM json_array_elements_text($1::json) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM connection WHERE id = given.id::uuid LIMIT 1) AS connection`;

/** Opened credentials that are kept: opening costs some microseconds, so this only has to hold the busy ones. */
const openedKept = 10_000;

/** Opens the credentials of connections. What was opened is remembered by its sealed text, so a changed one is opened anew. */
export function connectionOpener(secrets: Secrets): (sealed: SealedConnection) => Promise<ConnectionForCall> {
  const opened = new LRUCache<string, ConnectionCredentials>({ max: openedKept });
  return async (connection) => {
    const { id, sealed } = connection;
    const cacheKey = `${id} ${sealed}`;
    let credentials = opened.get(cacheKey);
    if (credentials === undefined) {
      credentials = await unsealCredentials(secrets, sealed, id);
      opened.set(cacheKey, credentials);
    }
    return { ...connection, ...credentials };
  };
}

/**
 * Looks connections up for provider calls: always fresh, many in one statement. Each is opened for who asked for it
 * alone: one that no key opens is nobody else's trouble.
 */
export function connectionsForCall(db: Pick<Database, 'pool'>, secrets: Secrets): FindConnectionForCall {
  const open = connectionOpener(secrets);
  const load = coalesceById(async (ids) => {
    const { rows } = await db.pool.query<SealedRow>({
      name: 'connections-for-call',
      text: findConnections,
      values: [JSON.stringify(ids)],
    });
    return new Map(rows.map((row) => [row.connection_id, toSealed(row)]));
  });
  return async (id) => {
    const sealed = await load(id);
    return sealed && open(sealed);
  };
}

export function toSealed(row: SealedRow): SealedConnection {
  return {
    id: row.connection_id,
    projectId: row.project_id,
    provider: row.provider,
    account: row.account,
    ...(row.base_url !== null && { baseUrl: row.base_url }),
    refreshDue: row.refresh_due ?? false,
    expired: row.expired ?? false,
    sealed: row.credentials,
    status: row.connection_status,
  };
}
