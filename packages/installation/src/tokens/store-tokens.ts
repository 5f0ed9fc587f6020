import type { Queryable } from '@writ/db';
import type { Secrets } from '@writ/tenancy';
import { areSame, unsealCredentials, type ConnectionCredentials } from '../connection/credentials.ts';
import { connectionFacts, type ConnectionOfFacts } from '../events/connection-facts.ts';
import { endLease } from './token-refresh-rows.ts';

export type TokenEvent = {
  type: 'connection.refreshed' | 'connection.error';
  projectId: string;
  aggregateId: string;
  data: Readonly<Record<string, unknown>>;
};

/** In the given transaction. */
export type Announce = (tx: Queryable, events: readonly TokenEvent[]) => Promise<void>;

/** The sealed credentials in use: a result counts only while they are the connection's. */
type Used = { connectionId: string; before: string };
type Refreshed = Used & { holder: string };

const told = `
  RETURNING id, project_id AS "projectId", provider, group_ref AS "groupRef", consumer_ref AS "consumerRef",
    consumer_name AS "consumerName"`;

const isMoved = `$7::text IS NOT NULL AND $7 IS DISTINCT FROM $6::text
  AND provider_metadata ->> 'instanceUrl' IS NOT DISTINCT FROM $6`;
const toldAddress = `jsonb_build_object('instanceUrl', $7::text)`;

/**
 * A token is renewed a little before its end, or after three quarters of a short life. The new address counts
 * if the old one is still in use.
 */
const storeSql = `
  UPDATE connection SET credentials = $3, update_time = clock_timestamp(),
    status = CASE status WHEN 'unverified' THEN status ELSE 'working' END,
    expire_time = clock_timestamp() + $4::float8 * interval '1 ms',
    refresh_due_time = clock_timestamp() + ($4::float8 - least($5::float8, $4::float8 / 4)) * interval '1 ms',
    renew_time = NULL, renewal_error = NULL,
    provider_metadata = CASE WHEN ${isMoved} THEN coalesce(provider_metadata, '{}') || ${toldAddress}
      ELSE provider_metadata END,
    token_facts = CASE WHEN ${isMoved} THEN ${toldAddress} ELSE token_facts END
  WHERE id = $1 AND credentials = $2 ${told}`;

const deadSql = `
  UPDATE connection SET status = 'bad_credentials', renewal_error = NULL, update_time = clock_timestamp()
  WHERE id = $1 AND credentials = $2 AND status <> 'bad_credentials' ${told}`;

const retrySql = `
  UPDATE connection SET renew_time = clock_timestamp() + $3 * interval '1 ms' WHERE id = $1 AND credentials = $2`;

const appRefusedSql = `
  UPDATE connection SET renewal_error = $3, update_time = clock_timestamp()
  WHERE id = $1 AND credentials = $2 AND renewal_error IS NULL ${told}`;

const verifiedSql = `
  UPDATE connection SET status = 'working', account = coalesce($3, account), update_time = clock_timestamp()
  WHERE id = $1 AND credentials = $2 AND status = 'unverified'`;

/**
 * Locks the connection, or the revocation of its grant, and gives the used credentials as sealed now: resealing must not
 * lose new tokens. As they were if it has others; undefined if there is none.
 */
export async function holdUsed(
  tx: Queryable,
  secrets: Secrets,
  used: ConnectionCredentials & { id: string; sealed: string },
  table: 'connection' | 'grant_revocation' = 'connection',
): Promise<string | undefined> {
  const { rows } = await tx.query<{ credentials: string }>(
    `SELECT credentials FROM ${table} WHERE id = $1 FOR UPDATE`,
    [used.id],
  );
  const now = rows[0]?.credentials;
  if (now === undefined || now === used.sealed) return now;
  return areSame(await unsealCredentials(secrets, now, used.id, tx), used) ? now : used.sealed;
}

/**
 * Stores refreshed credentials and their event, even without the lease: the old refresh token may be dead.
 * False if the connection has other credentials.
 */
export async function storeRefreshed(
  tx: Queryable,
  announce: Announce,
  refreshed: Refreshed & {
    after: string;
    livesMs: number | undefined;
    marginMs: number;
    /** The account's address when the tokens were requested, and the one that came with them. */
    moved: { from: string | undefined; to: string | undefined };
  },
): Promise<boolean> {
  const { connectionId, holder, before, after, livesMs, marginMs, moved } = refreshed;
  const values = [
    ...[connectionId, before, after, livesMs ?? null, marginMs],
    ...[moved.from ?? null, moved.to ?? null],
  ];
  const { rows } = await tx.query<ConnectionOfFacts>(storeSql, values);
  await endLease(tx, connectionId, holder);
  await announce(tx, rows.map(eventOf('connection.refreshed')));
  return rows.length === 1;
}

/**
 * Marks the credentials as refused for good, with an event. False if the connection has changed meanwhile.
 */
export async function storeDead(
  tx: Queryable,
  announce: Announce,
  { connectionId, before, reason }: Used & { reason: string },
): Promise<boolean> {
  const { rows } = await tx.query<ConnectionOfFacts>(deadSql, [connectionId, before]);
  await announce(tx, rows.map(eventOf('connection.error', { errors: [reason] })));
  return rows.length === 1;
}

/**
 * Plans the next try after a temporary failure. A refusal of the builder's client is shown on the connection.
 * True if it was not shown before.
 */
export async function storeFailedRenewal(
  tx: Queryable,
  announce: Announce,
  { connectionId, before, waitMs, appRefusal }: Used & { waitMs: number; appRefusal: string | undefined },
): Promise<boolean> {
  await tx.query(retrySql, [connectionId, before, waitMs]);
  if (appRefusal === undefined) return false;
  const { rows } = await tx.query<ConnectionOfFacts>(appRefusedSql, [connectionId, before, appRefusal]);
  await announce(tx, rows.map(eventOf('connection.error', { errors: [appRefusal] })));
  return rows.length === 1;
}

/** With the account if the provider named it. */
export async function storeVerified(
  db: Queryable,
  { connectionId, before, account }: Used & { account: string | undefined },
): Promise<void> {
  await db.query(verifiedSql, [connectionId, before, account ?? null]);
}

const eventOf =
  (type: TokenEvent['type'], more?: object) =>
  (connection: ConnectionOfFacts): TokenEvent => ({
    type,
    projectId: connection.projectId,
    aggregateId: connection.id,
    data: { ...connectionFacts(connection), ...more },
  });
