import { inOneStatement, isUniqueViolation, undeadlocked } from '@writ/db';
import type { Pool } from 'pg';
import type { NewOperation } from '../operation.ts';
import { toStored, type Stored } from './accepted.ts';
import { areStored } from './are-stored.ts';
import { insertOperations } from './insert-operations.ts';
import { storeOnceMore } from './store-once-more.ts';

/**
 * Stores creates that have no key and stand for themselves, as most writes do: operations, records and lanes in one
 * statement. Where its answer was lost it is sent once more with the same ids: all of them are taken, or none. Postgres
 * lets it wait for a first try that is still under way, and refuses one that would come later.
 */
export const storeCreates = (pool: Pool, operations: readonly NewOperation[]): Promise<readonly Stored[]> => {
  const store = async (): Promise<readonly Stored[]> => {
    const lanes = await undeadlocked(() => inOneStatement(pool, (db) => insertOperations(db, operations)));
    return operations.map(({ id, laneId }) => toStored(id, lanes.has(laneId) ? 'anew' : 'already'));
  };
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
