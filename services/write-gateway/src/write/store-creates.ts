import { inOneStatement, isUniqueViolation } from '@writ/db';
import { laneTouch, type TouchedLane } from '@writ/lanes';
import { acceptCreates, areStored, type NewOperation } from '@writ/operation';
import type { Pool } from 'pg';
import { storeOnceMore, undeadlocked } from './store-once-more.ts';
import { idsOf, lanesOf, toStored, type Stored } from './stored.ts';

/**
 * Stores creates that have no key and stand for themselves, as most writes do: operations, records and lanes in one
 * statement. Where its answer was lost it is sent once more with the same ids: all of them are taken, or none. Postgres
 * lets it wait for a first try that is still under way, and refuses one that would come later.
 */
export const storeCreates = (pool: Pool, operations: readonly NewOperation[]): Promise<readonly Stored[]> => {
  const store = () => undeadlocked(() => storeOnce(pool, operations));
  return storeOnceMore(store, async () => {
    try {
      return await store();
    } catch (error) {
      if (!isUniqueViolation(error) || !(await areStored(pool, operations))) throw error;
      // Nobody knows which lanes the first try found at rest.
      return operations.map(({ id }) => toStored(id, 'anew'));
    }
  });
};

async function storeOnce(pool: Pool, operations: readonly NewOperation[]): Promise<readonly Stored[]> {
  const touched = await inOneStatement(pool, (db) =>
    acceptCreates<TouchedLane>(db, operations, laneTouch(lanesOf(operations))),
  );
  const anew = idsOf(touched);
  return operations.map(({ id, laneId }) => toStored(id, anew.has(laneId) ? 'anew' : 'already'));
}
