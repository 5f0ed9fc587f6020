import { inTransaction, isUnavailable, startLeaderRounds, type Database, type LeaderRounds } from '@writ/db';
import {
  isRenewable,
  listUnverified,
  storeDead,
  storeVerified,
  type Announce,
  type ConnectionForCall,
  type FindConnectionForCall,
  type LiveConnections,
} from '@writ/installation';
import { probe, type Probe, type Providers } from '@writ/providers';
import { errorFields, type Logger } from '@writ/service-kit';
import { SealedError } from '@writ/tenancy';
import { faultText } from '@writ/write-core';

const connectionsAtOnce = 10;
const limitMs = 5_000;

export type VerifyingDeps = {
  database: Pick<Database, 'pool'>;
  everyMs: number;
  findConnection: FindConnectionForCall;
  connections: Pick<LiveConnections, 'renew'>;
  providers: Pick<Providers, 'adapterFor'>;
  announce: Announce;
  logger: Logger;
};

/** Retries until the provider answers, in one process among all. Then waiting writes are released. */
export const verifyConnections = (deps: VerifyingDeps): LeaderRounds =>
  startLeaderRounds({
    db: deps.database.pool,
    name: 'unverified-connections',
    everyMs: deps.everyMs,
    round: () => round(deps),
    onError: (error) => deps.logger.warn('connections were not verified; tried again', errorFields(error)),
  });

async function round(deps: VerifyingDeps): Promise<number> {
  for (let afterId: string | undefined; ;) {
    const ids = await listUnverified(deps.database.pool, { afterId, limit: connectionsAtOnce });
    afterId = ids.at(-1);
    if (afterId === undefined) return deps.everyMs;
    await Promise.all(ids.map((id) => verifyOrWarn(deps, id)));
  }
}

/** A failure blocks no other. */
const verifyOrWarn = (deps: VerifyingDeps, id: string): Promise<void> =>
  verify(deps, id).catch((error: unknown) => {
    if (isUnavailable(error)) throw error;
    deps.logger.warn('connection was not verified; tried again', { connectionId: id, ...errorFields(error) });
  });

async function verify(deps: VerifyingDeps, id: string): Promise<void> {
  const held = await opened(deps, id);
  if (held?.status !== 'unverified') return;
  const said = await ask(deps, held);
  const live =
    said.kind === 'refused' && isRenewable(held)
      ? await deps.connections.renew(held, AbortSignal.timeout(limitMs))
      : undefined;
  if (!live) return settle(deps, held, said);
  // A failed renewal is stored, or retried.
  if (live.kind === 'usable') await settle(deps, live.connection, await ask(deps, live.connection));
}

function ask({ providers }: VerifyingDeps, connection: ConnectionForCall): Promise<Probe> {
  const adapter = providers.adapterFor(connection.provider);
  if (!adapter) throw new Error(`There is no adapter for the provider ${connection.provider}`);
  return probe(adapter, { connection, signal: AbortSignal.timeout(limitMs), timeoutMs: limitMs });
}

async function settle(
  { database, announce }: VerifyingDeps,
  held: ConnectionForCall,
  said: Probe,
): Promise<void> {
  const used = { connectionId: held.id, before: held.sealed };
  const end = async (reason: string): Promise<void> => {
    await inTransaction(database.pool, (tx) => storeDead(tx, announce, { ...used, reason }));
  };
  if (said.kind === 'unanswered') return;
  if (said.kind === 'refused') {
    // A 401 that does not refuse the credentials may come from a proxy.
    if (said.fault.refusesCredentials || !said.fault.retryable) await end(faultText(said.fault));
    return;
  }
  const account = said.kind === 'identified' ? said.account : undefined;
  // Writes that wait for a known account must not reach another.
  if (![held.id, account].includes(held.account)) {
    const opened =
      account === undefined ? 'an account that the provider does not name' : `the account ${account}`;
    return end(`The credentials open ${opened}, and the connection leads to ${held.account}`);
  }
  await storeVerified(database.pool, { ...used, account });
}

/** Credentials that no key opens are reported where they are used. */
async function opened({ findConnection }: VerifyingDeps, id: string): Promise<ConnectionForCall | undefined> {
  try {
    return await findConnection(id);
  } catch (error) {
    if (error instanceof SealedError) return undefined;
    throw error;
  }
}
