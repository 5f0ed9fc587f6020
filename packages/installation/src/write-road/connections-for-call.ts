import { LRUCache } from 'lru-cache';
import { coalesceById, type Database } from '@writ/db';
import type { ConnectionStatus } from '../connection/connections.ts';
import { unsealCredentials, type ConnectionCredentials } from '../connection/credentials.ts';
import type { Secrets } from '@writ/tenancy';

export type SealedConnection = {
  id: string;
  projectId: string;
  provider: string;
  account: string;
  /** Address of the account's API, if each account has its own. */
  baseUrl?: string;
  /** Renew the access token before use. False if its end is unknown. */
  refreshDue: boolean;
  expired: boolean;
  /** Changes whenever the credentials change or are resealed. */
  sealed: string;
  status: ConnectionStatus;
};

/** It holds secrets: never log it. */
export type ConnectionForCall = SealedConnection &
  ConnectionCredentials & {
    /** The access token was granted for this call, so a renewal does not help. Never stored. */
    justGranted?: true;
  };

/** Undefined if there is no such connection. @throws SealedError */
export type FindConnectionForCall = (connectionId: string) => Promise<ConnectionForCall | undefined>;

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

/** Before the end of an access token. */
export const refreshMarginMs = 120_000;

/** Columns that `toSealed` needs besides id, project, provider and account. */
export const sealedColumns = `
  connection.provider_metadata ->> 'instanceUrl' AS base_url, connection.credentials,
  connection.status AS connection_status, connection.expire_time < clock_timestamp() AS expired,
  coalesce(connection.refresh_due_time, connection.expire_time - ${refreshMarginMs} * interval '1 ms')
    < clock_timestamp() AS refresh_due`;

/** By index, as in `findHolders`. */
const findConnections = `
  SELECT connection.id AS connection_id, project_id, provider, account, ${sealedColumns}
  FROM json_array_elements_text($1::json) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM connection WHERE id = given.id::uuid LIMIT 1) AS connection`;

/** Opening costs some microseconds, so only busy ones need to fit. */
const openedKept = 10_000;

/** Opens credentials, and remembers them by their sealed text. */
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

/** Concurrent callers share a statement; each opens only its own. */
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
