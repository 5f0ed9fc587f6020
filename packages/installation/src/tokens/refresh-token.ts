import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '@writ/contracts';
import { passesBy, type Queryable } from '@writ/db';
import { backoffMs, faultText, leastWaitMs, type ProviderFault } from '@writ/write-core';
import type { Seal, Secrets } from '@writ/tenancy';
import { areSame, sealCredentials } from '../connection/credentials.ts';
import { findAppCredentials } from '../provider-app/provider-apps.ts';
import { refreshMarginMs, type ConnectionForCall } from '../write-road/connections-for-call.ts';
import type {
  LiveConnection,
  LiveConnectionsDeps,
  Refreshing,
  RefreshRequest,
  RefreshResult,
} from './live-connection.ts';
import { revokeAfterRefresh } from './grant-revocations.ts';
import { noteRenewal } from './note-renewal.ts';
import { holdUsed, storeDead, storeFailedRenewal, storeRefreshed } from './store-tokens.ts';
import { deadConnection, noTimeForToken, unverifiedConnection, refreshFault } from './token-faults.ts';
import { endLease, failuresBefore, restAfterFailure, takeLease } from './token-refresh-rows.ts';

/** Limit of a request, of which there may be two. Waiting callers may give up earlier. */
const refreshLimitMs = 20_000;
/** Longer than a refresh and a restart of the database, so that only dead processes lose it. */
const leaseMs = 60_000;
/** How long storing new tokens is retried while the database answers: the old ones may be dead. */
const storeLimitMs = 120_000;
const pollMs = 100;
const leastRestMs = 1_000;

type Deps = LiveConnectionsDeps;

/** This process's refreshes that are not stored yet. `areOver`: none may begin. */
export type Refreshes = { underWay: Set<Promise<unknown>>; areOver: () => boolean };

/** The credentials within the lease, and what seals their successors. */
type Lease = { held: ConnectionForCall; holder: string; seal: Seal; by: Actor | undefined };

/**
 * Gets a new access token, or another caller's. Undefined if neither connection nor project has a client. One
 * process at a time; holds no transaction while it waits.
 * @param by audited; undefined: a call needs it
 */
export async function refreshToken(
  deps: Deps,
  held: ConnectionForCall,
  refreshes: Refreshes,
  by: Actor | undefined,
): Promise<LiveConnection | undefined> {
  const { pool } = deps.database;
  const client = clientOf(held) ?? (await findAppCredentials(pool, deps.secrets, held));
  const adapter = deps.providers.adapterFor(held.provider);
  if (!client || !adapter) return undefined;
  const request = {
    ...client,
    ...(held.refreshToken !== undefined && { refreshToken: held.refreshToken }),
    ...(held.baseUrl !== undefined && { baseUrl: held.baseUrl }),
    // Never aborted: the old refresh token may be dead once the request was sent.
    signal: new AbortController().signal,
    timeoutMs: refreshLimitMs,
  };
  // Before anything is sent: a token that cannot be sealed must not be requested.
  const seal = await deps.secrets.sealer(held.projectId);
  const holder = randomUUID();
  for (;;) {
    if (refreshes.areOver()) return { kind: 'failed', fault: noTimeForToken };
    const lease = await takeLease(pool, { connectionId: held.id, holder, leaseMs });
    const found = await changed(deps, held);
    if (found || refreshes.areOver()) {
      if (lease.kind === 'ours') {
        await endLease(pool, held.id, holder);
        await revokeAfterRefresh(pool, held.id);
      }
      return found ?? { kind: 'failed', fault: noTimeForToken };
    }
    if (lease.kind === 'resting') return { kind: 'failed', fault: whileResting(lease.fault, lease.leftMs) };
    if (lease.kind === 'ours') {
      const running = exchange(deps, adapter, request, { held, holder, seal, by });
      refreshes.underWay.add(running);
      return running.finally(() => refreshes.underWay.delete(running));
    }
    await delay(pollMs);
  }
}

const clientOf = ({ clientId, clientSecret }: ConnectionForCall) =>
  clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;

async function exchange(
  deps: Deps,
  adapter: Refreshing,
  request: RefreshRequest,
  lease: Lease,
): Promise<LiveConnection> {
  const beganAtMs = performance.now();
  const result = await adapter.refreshToken(request);
  return settle(deps, lease, result, performance.now() - beganAtMs);
}

/**
 * The connection, if its credentials or status changed. Unverified credentials may open another account, so
 * work begun with others does not continue.
 */
export async function changed(
  deps: Pick<Deps, 'findConnection'>,
  held: ConnectionForCall,
): Promise<LiveConnection | undefined> {
  return changeOf(await deps.findConnection(held.id), held);
}

function changeOf(
  connection: ConnectionForCall | undefined,
  held: ConnectionForCall,
): LiveConnection | undefined {
  if (!connection || connection.status === 'bad_credentials')
    return { kind: 'failed', fault: deadConnection };
  if (areSame(connection, held)) return undefined;
  return connection.status === 'unverified' && held.status !== 'unverified'
    ? { kind: 'failed', fault: unverifiedConnection }
    : { kind: 'usable', connection };
}

/**
 * Does `work` in a transaction that holds the connection, with the used credentials as they are sealed now.
 * After its deletion, revokes what was `granted`.
 */
type Store = (
  changed: readonly string[],
  work: (tx: Queryable, used: { connectionId: string; before: string }) => Promise<boolean>,
  granted?: string,
) => Promise<unknown>;

/** Stores the result before any caller uses it. */
async function settle(
  deps: Deps,
  lease: Lease,
  result: RefreshResult,
  tookMs: number,
): Promise<LiveConnection> {
  const { held, holder, seal, by } = lease;
  const { database, announce, secrets } = deps;
  const store: Store = (changed, work, granted) =>
    surely(() =>
      database.transaction(async ({ prisma, sql }) => {
        const before = await holdUsed(sql, secrets, held);
        if (before === undefined) return revokeGranted(sql, secrets, held, granted);
        const used = { connectionId: held.id, before };
        return noteRenewal(prisma, { held, by, secrets: changed }, () => work(sql, used));
      }),
    );
  if (result.kind === 'failed' && !result.dead) return rest(deps, lease, store, result);
  if (result.kind === 'failed') {
    await store([], async (tx, used) => {
      const stored = await storeDead(tx, announce, { ...used, reason: faultText(result.fault) });
      await endLease(tx, held.id, holder);
      return stored;
    });
  } else {
    const { accessToken, refreshToken = held.refreshToken, expiresInMs, baseUrl } = result;
    const tokens = { ...clientOf(held), accessToken, ...(refreshToken !== undefined && { refreshToken }) };
    const after = sealCredentials(seal, tokens, held.id);
    // The token's life began when the provider granted it.
    const livesMs = expiresInMs === undefined ? undefined : Math.max(0, expiresInMs - tookMs);
    const moved = { from: held.baseUrl, to: baseUrl };
    const tell = { holder, after, livesMs, marginMs: refreshMarginMs, moved };
    await store(['credentials'], (tx, used) => storeRefreshed(tx, announce, { ...used, ...tell }), after);
  }
  // The stored state counts, whether this result or another was stored.
  const connection = await deps.findConnection(held.id);
  const found = changeOf(connection, held);
  // A provider may grant the same token again; only a call shows whether it accepts it.
  const live =
    found ?? (connection && result.kind === 'granted' ? { kind: 'usable' as const, connection } : undefined);
  if (live?.kind !== 'usable') return live ?? { kind: 'failed', fault: deadConnection };
  const isOurs = result.kind === 'granted' && live.connection.accessToken === result.accessToken;
  return isOurs ? { kind: 'usable', connection: { ...live.connection, justGranted: true } } : live;
}

/** After a deletion: the revocation takes what the refresh got, unless it holds other credentials than were used. */
async function revokeGranted(
  sql: Queryable,
  secrets: Secrets,
  held: ConnectionForCall,
  granted: string | undefined,
): Promise<unknown> {
  const before = await holdUsed(sql, secrets, held, 'grant_revocation');
  return before === undefined ? undefined : revokeAfterRefresh(sql, held.id, { before, granted });
}

/** After a temporary failure all processes wait, to spare the provider. */
async function rest(
  deps: Deps,
  { held, holder }: Lease,
  store: Store,
  { fault: said, clientRefused }: Extract<RefreshResult, { kind: 'failed' }>,
): Promise<LiveConnection> {
  const connectionId = held.id;
  const failures = await failuresBefore(deps.database.pool, connectionId);
  const waitMs = Math.max(leastRestMs, backoffMs(failures + 1, leastWaitMs([said]), deps.random()));
  // A client of the connection's own is the customer's.
  const isOfApp = clientRefused === true && !clientOf(held);
  const fault = { ...refreshFault(said, isOfApp), ourWaitMs: waitMs };
  await store([], async (tx, used) => {
    await restAfterFailure(tx, { connectionId, holder, fault, waitMs });
    // Later, so that the wait is over when the next try is due.
    return storeFailedRenewal(tx, deps.announce, {
      ...used,
      waitMs,
      appRefusal: isOfApp ? faultText(fault) : undefined,
    });
  });
  return { kind: 'failed', fault };
}

/** The failure that began a wait, with the rest of our wait and the provider's. */
function whileResting(fault: ProviderFault, leftMs: number): ProviderFault {
  const { retryAfterMs, ourWaitMs = leftMs } = fault;
  const askedMs = retryAfterMs === undefined ? undefined : retryAfterMs - (ourWaitMs - leftMs);
  return {
    ...fault,
    waitsFor: 'connection',
    ...(askedMs !== undefined && { retryAfterMs: Math.max(0, askedMs) }),
    ourWaitMs: leftMs,
  };
}

/** Retries: while the database is away and the process runs, after other errors for a limited time. */
async function surely<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAtMs = performance.now() + storeLimitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!passesBy(error) && performance.now() > giveUpAtMs) throw error;
      await delay(pollMs);
    }
  }
}
