import { createGroupCommit, isContentFault } from '@writ/db';
import type { Pool } from 'pg';
import type { LaneWork } from '../lane-work.ts';
import { beginDrains, restLanes, type LaneLeft, type LaneState, type LaneTold } from '../rows/lane-rows.ts';

/**
 * Statements of a kind that are under way at once in a process. With one, lanes would wait for the disk in turn; with more,
 * each would be for fewer lanes.
 */
const atOnce = 2;
/** Lanes of one statement. */
const lanesPerStatement = 64;
/** Units of one claim: their records have to be read, and are in memory. */
const unitsPerClaim = 500;

/**
 * The statements of the lanes of this process, each for all lanes that ask for it while others of its kind are under way: a
 * lane that is alone waits for nobody, and of hundreds that have a little work each the costs of a statement, a commit and
 * its way to the disk are shared.
 */
export function createLaneStatements<Unit, Outcome>(options: {
  pool: Pool;
  work: Pick<LaneWork<Unit, Outcome>, 'claim' | 'nextDueAt'>;
  leaseMs: number;
}) {
  const { pool, work, leaseMs } = options;
  const shared = { isContentFault, maxItems: lanesPerStatement, concurrency: atOnce };

  const begins = createGroupCommit<string, LaneState | undefined>({
    ...shared,
    commit: async (laneIds) => {
      const states = await beginDrains(pool, [...new Set(laneIds)]);
      return laneIds.map((laneId) => states.get(laneId));
    },
  });

  const claims = createGroupCommit<{ laneId: string; limit: number }, readonly Unit[]>({
    ...shared,
    weight: { of: ({ limit }) => limit, most: unitsPerClaim },
    commit: async (asked) => {
      const limits = new Map<string, number>();
      for (const { laneId, limit } of asked) limits.set(laneId, (limits.get(laneId) ?? 0) + limit);
      const wanted = [...limits].map(([laneId, limit]) => ({ laneId, limit }));
      const claimed = new Map(
        [...(await work.claim(wanted, leaseMs))].map(([id, units]) => [id, [...units]]),
      );
      // A lane may ask twice, when the sweep gave it another slice: the first has what it wants, the second the rest.
      return asked.map(({ laneId, limit }) => claimed.get(laneId)?.splice(0, limit) ?? []);
    },
  });

  const rests = createGroupCommit<LaneLeft, LaneTold>({
    ...shared,
    commit: async (left) => {
      const lanes = new Map<string, LaneLeft>();
      for (const lane of left) {
        const settled = (lanes.get(lane.id)?.settled ?? 0) + lane.settled;
        lanes.set(lane.id, { ...lane, settled });
      }
      const told = await restLanes(pool, work, [...lanes.values()]);
      const tellings = new Map([...lanes.keys()].map((id, at) => [id, told[at] as LaneTold]));
      return left.map(({ id }) => tellings.get(id) as LaneTold);
    },
  });

  return {
    /** Marks a lane as being drained. Undefined: there is no such lane. */
    begin: (laneId: string): Promise<LaneState | undefined> => begins.add(laneId),
    /** Claims up to `limit` due units of a lane. */
    claim: (laneId: string, limit: number): Promise<readonly Unit[]> => claims.add({ laneId, limit }),
    /** Tells a lane's row how its slice has left it. */
    rest: (left: LaneLeft): Promise<LaneTold> => rests.add(left),
  };
}
