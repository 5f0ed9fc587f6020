import { startLeaderRounds, type LeaderRounds } from '@writ/db';
import {
  planRenewals,
  setUnrenewableAside,
  setUnusedAside,
  takeDueRenewals,
  type LiveConnections,
} from '@writ/installation';
import type { Providers } from '@writ/providers';
import { errorFields, type Logger } from '@writ/service-kit';
import type { Pool } from 'pg';

/** Per provider and round. */
const plannedAtOnce = 1_000;
const mostOfProvider = 20;
/** As long as a refresh may hold its lease. */
const takenAgainMs = 60_000;
/** Rest of an unused or unrenewable connection. */
const asideMs = 3_600_000;

export type RenewingDeps = {
  pool: Pool;
  everyMs: number;
  connections: Pick<LiveConnections, 'renewAhead'>;
  providers: Pick<Providers, 'all'>;
  random: () => number;
  logger: Logger;
};

/**
 * Renews access tokens ahead, for working connections with an installation, and retries failed renewals, in one
 * process among all. Closing begins no more; `LiveConnections.close` waits for running ones.
 */
export function renewTokens(deps: RenewingDeps): LeaderRounds {
  const underWay = new Map(
    deps.providers.all.map(({ declaration }) => [declaration.name, new Set<Promise<void>>()]),
  );
  const ending = new AbortController();
  const rounds = startLeaderRounds({
    db: deps.pool,
    name: 'token-renewals',
    everyMs: deps.everyMs,
    round: async () => {
      const goOn = await Promise.all(
        [...underWay].map(([provider, of]) =>
          beginDue(deps, { provider, underWay: of, signal: ending.signal }),
        ),
      );
      return goOn.some(Boolean) ? 0 : deps.everyMs;
    },
    onError: (error) => deps.logger.warn('tokens were not renewed; tried again', errorFields(error)),
  });
  return {
    poke: () => rounds.poke(),
    close: async () => {
      await rounds.close();
      ending.abort();
      await Promise.all([...underWay.values()].flatMap((of) => [...of]));
    },
  };
}

/** True if there is more to plan or set aside. */
async function beginDue(
  deps: RenewingDeps,
  { provider, underWay, signal }: { provider: string; underWay: Set<Promise<void>>; signal: AbortSignal },
): Promise<boolean> {
  const { pool, random } = deps;
  const planned = await planRenewals(pool, { provider, limit: plannedAtOnce, random });
  const unused = await setUnusedAside(pool, { provider, limit: plannedAtOnce, againMs: asideMs });
  const limit = mostOfProvider - underWay.size;
  const due = { provider, limit, againMs: takenAgainMs };
  for (const id of limit === 0 ? [] : await takeDueRenewals(pool, due)) {
    const renewal = renewOrWarn(deps, id, signal).finally(() => underWay.delete(renewal));
    underWay.add(renewal);
  }
  return planned === plannedAtOnce || unused === plannedAtOnce;
}

/** A failed renewal blocks no other. */
async function renewOrWarn(
  { pool, connections, logger }: RenewingDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const live = await connections.renewAhead(id, signal);
    if (!live) await setUnrenewableAside(pool, id, asideMs);
  } catch (error) {
    logger.warn('a token was not renewed; tried again', { connectionId: id, ...errorFields(error) });
  }
}
