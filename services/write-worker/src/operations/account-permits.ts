import type { Database } from '@writ/db';
import type { GovernedAccount, Governor } from '@writ/governor';
import { laneProvider, type LaneWork } from '@writ/lanes';
import { LRUCache } from 'lru-cache';

/** The governor's permits for the units of a lane: a lane is the backlog of one account, and has its id. */
export type AccountPermits = {
  ask: NonNullable<LaneWork<never, never>['permits']>;
  /** So many of the permits have no unit. Never throws: a permit that is not given back ends by itself. */
  giveBack(laneId: string, units: number): Promise<void>;
};

/** Lanes whose provider is remembered. */
const rememberedLanes = 10_000;

/** @param deps.database to look up which provider's account a lane belongs to, once for each lane */
export function accountPermits({
  database,
  governor,
}: {
  database: Pick<Database, 'pool'>;
  governor: Governor;
}): AccountPermits {
  const providers = new LRUCache<string, string>({ max: rememberedLanes });

  const accountOf = async (laneId: string): Promise<GovernedAccount> => {
    const provider = providers.get(laneId) ?? (await laneProvider(database.pool, laneId)) ?? '';
    providers.set(laneId, provider);
    return { key: laneId, provider };
  };

  return {
    ask: async (laneId, wanted) => governor.permits(await accountOf(laneId), wanted),
    giveBack: async (laneId, units) => {
      const account = await accountOf(laneId).catch(() => undefined);
      if (account) governor.giveBack(account, units);
    },
  };
}
