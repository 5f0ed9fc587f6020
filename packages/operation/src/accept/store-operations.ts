import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import { acceptOperations } from './accept-operations.ts';
import { toStored, type Accepted } from './accepted.ts';
import { areStored } from './are-stored.ts';
import { storeAcceptances, type Acceptance } from './store-acceptances.ts';

/** Stores writes that stand for themselves. */
export const storeOperations = (
  pool: Pool,
  acceptances: readonly Acceptance<NewOperation>[],
): Promise<readonly Accepted[]> =>
  storeAcceptances<NewOperation>(pool, acceptances, {
    idOf: ({ id }) => id,
    longestHours: ({ deadlineHours }) => deadlineHours,
    store: async (tx, fresh) => {
      const lanes = await acceptOperations(
        tx,
        fresh.map(({ write }) => write),
      );
      return fresh.map(({ write: { id, laneId } }) => toStored(id, lanes.has(laneId) ? 'anew' : 'already'));
    },
    isThere: areStored,
  });
