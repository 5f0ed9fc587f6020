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
/** Two commits at a time: one is filled while the other one waits for the disk. */
const commitsAtOnce = 2;
/** Most of what a commit costs is the same for one event and for fifty. One that finds no other under way waits for none. */
const gatherMs = 5;

/** Takes in the events of one request: all of them or none. */
export type PublishEvents = (events: readonly NewEvent[]) => Promise<void>;

/**
 * Takes in events that are published over HTTP: when it resolves, they are stored with their deliveries, and in the outbox
 * for other readers of the bus, in one commit that all requests of the last few milliseconds share. Our own consumer knows
 * them already when the bus brings them. One that was stored before is left as it is, so a publisher may repeat.
 */
export function createPublishEvents(deps: { pool: Pool; waker: Pick<LaneWaker, 'wake'> }): PublishEvents {
  const group = createGroupCommit<readonly NewEvent[], undefined>({
    commit: async (requests) => {
      const store = () => inOneStatement(deps.pool, (db) => storeEvents(db, requests.flat()));
      // Storing the same again stores nothing twice.
      const laneIds = await askAgain(() => undeadlocked(store));
      deps.waker.wake(laneIds);
      return requests.map(() => undefined);
    },
    isContentFault,
    // Few events may have very many deliveries: what they weigh does not tell.
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
