import type { Queryable } from '@writ/db';
import { connectionFacts } from '../events/connection-facts.ts';
import { findConnectionsById } from '../connection/connections.ts';
import { endLease } from './token-refresh-rows.ts';

/** What happened to the token of a connection, as the outbox takes it. */
export type TokenEvent = {
  type: 'connection.refreshed' | 'connection.error';
  projectId: string;
  aggregateId: string;
  data: Readonly<Record<string, unknown>>;
};

/** Writes events into the outbox, in the given transaction. */
export type Announce = (tx: Queryable, events: readonly TokenEvent[]) => Promise<void>;

/** The sealed credentials that were used: what came of it counts only as long as they are the connection's. */
type Used = { connectionId: string; before: string };
type Refreshed = Used & { holder: string };

/** A token is renewed a little before its end; one that lives short, after three quarters of its life. */
const storeSql = `
  UPDATE connection SET credentials = $3, status = 'working', update_time = clock_timestamp(),
    expire_time = clock_timestamp() + $4::float8 * interval '1 ms',
    refresh_due_time = clock_timestamp() + ($4::float8 - least($5::float8, $4::float8 / 4)) * interval '1 ms'
  WHERE id = $1 AND credentials = $2`;

const deadSql = `
  UPDATE connection SET status = 'bad_credentials', update_time = clock_timestamp()
  WHERE id = $1 AND credentials = $2 AND status = 'working'`;

/**
 * Stores refreshed credentials and tells about it. They also count when the lease has passed on meanwhile: the refresh
 * token that they replace may be dead. False when the connection has other credentials by now.
 */
export async function storeRefreshed(
  tx: Queryable,
  announce: Announce,
  refreshed: Refreshed & { after: string; livesMs: number | undefined; marginMs: number },
): Promise<boolean> {
  const { connectionId, holder, before, after, livesMs, marginMs } = refreshed;
  const stored = await tx.query(storeSql, [connectionId, before, after, livesMs ?? null, marginMs]);
  await endLease(tx, connectionId, holder);
  if (stored.rowCount !== 1) return false;
  await announce(tx, await eventsOf(tx, connectionId, 'connection.refreshed', {}));
  return true;
}

/**
 * Notes that the provider takes these credentials no longer, nor any that they could be renewed to, and tells about it.
 * False when the connection has changed meanwhile.
 */
export async function storeDead(
  tx: Queryable,
  announce: Announce,
  { connectionId, before, reason }: Used & { reason: string },
): Promise<boolean> {
  const stored = await tx.query(deadSql, [connectionId, before]);
  if (stored.rowCount !== 1) return false;
  await announce(tx, await eventsOf(tx, connectionId, 'connection.error', { errors: [reason] }));
  return true;
}

async function eventsOf(
  tx: Queryable,
  connectionId: string,
  type: TokenEvent['type'],
  more: object,
): Promise<TokenEvent[]> {
  const found = await findConnectionsById(tx, [connectionId]);
  return found.map((connection) => ({
    type,
    projectId: connection.projectId,
    aggregateId: connection.id,
    data: { ...connectionFacts(connection), ...more },
  }));
}
