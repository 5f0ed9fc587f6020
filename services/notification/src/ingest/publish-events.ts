import {
  askAgain,
  createGroupCommit,
  inOneStatement,
  isContentFault,
  mostCharactersOfGroup,
  ranOutOfTime,
  undeadlocked,
} from '@writ/db';
import type { LaneWaker } from '@writ/lanes';
import type { Pool } from 'pg';
import { storeEvents, type NewEvent } from './store-events.ts';

const maxRequestsPerCommit = 100;
/** One commit is filled while the other waits for the disk. */
const commitsAtOnce = 2;
/** A commit costs nearly the same for one event and for fifty. */
const gatherMs = 5;

/** All or none. */
export type PublishEvents = (events: readonly NewEvent[]) => Promise<void>;

/**
 * Stores events published over HTTP with their deliveries, and in the outbox for other readers; our consumer
 * recognizes them. Concurrent requests share a commit. A repetition changes nothing.
 */
export function createPublishEvents(deps: { pool: Pool; waker: Pick<LaneWaker, 'wake'> }): PublishEvents {
  const group = createGroupCommit<readonly NewEvent[], undefined>({
    commit: async (requests) => {
      const store = () => inOneStatement(deps.pool, (db) => storeEvents(db, requests.flat()));
      const laneIds = await askAgain(() => undeadlocked(store));
      deps.waker.wake(laneIds);
      return requests.map(() => undefined);
    },
    isContentFault,
    wasTooMuch: ranOutOfTime,
    maxItems: maxRequestsPerCommit,
    weight: { of: charactersOf, most: mostCharactersOfGroup },
    concurrency: commitsAtOnce,
    gatherMs,
  });
  return (events) => group.add(events);
}

const charactersOf = (events: readonly NewEvent[]): number =>
  events.reduce((sum, { published }) => sum + (published?.line.length ?? 0), 0);
