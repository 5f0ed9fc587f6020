import { createGroupCommit, isContentFault, statementSpan } from '@writ/db';
import { inTraces } from '@writ/service-kit';
import type { Pool } from 'pg';
import { claimedOf, type Claimed, type ClaimFault, type LaneWork, type Wanted } from '../lane-work.ts';
import {
  beginDrains,
  restLanes,
  type LaneLeft,
  type LaneState,
  type LaneTally,
  type RestedLane,
} from '../rows/lane-rows.ts';

/**
 * With one, lanes would wait for the disk, and for each other's locked rows; with more, each would serve
 * fewer lanes.
 */
export const statementsAtOnce = 2;
const lanesPerStatement = 64;
/** Accepting work for locked lanes waits. */
const lanesPerRest = 16;
/** Their records are read into memory. */
export const unitsPerStatement = 500;

/**
 * Each statement serves all lanes that asked while others of its kind ran: a lone lane does not wait, and
 * many share statement, commit and disk.
 */
export function createLaneStatements<Unit, Outcome>(options: {
  pool: Pool;
  work: Pick<LaneWork<Unit, Outcome>, 'kind' | 'claim' | 'nextDueAt' | 'tracesOf'>;
  leaseMs: number;
}) {
  const { pool, work, leaseMs } = options;
  const shared = { isContentFault, maxItems: lanesPerStatement, concurrency: statementsAtOnce };

  const begins = createGroupCommit<LaneTally, (LaneState & { isUpdated: boolean }) | undefined>({
    ...shared,
    commit: async (asked) => {
      const states = await beginDrains(pool, different(asked));
      return asked.map(({ id }) => states.get(id));
    },
  });

  const claims = createGroupCommit<Wanted, readonly Unit[] | ClaimFault>({
    ...shared,
    weight: { of: ({ limit }) => limit, most: unitsPerStatement },
    commit: async (asked) => {
      const limits = new Map<string, number>();
      for (const { laneId, limit } of asked) limits.set(laneId, (limits.get(laneId) ?? 0) + limit);
      const wanted = [...limits].map(([laneId, limit]) => ({ laneId, limit }));
      const claimed = new Map(
        [...(await claimTraced(work, wanted, leaseMs))].map(([id, units]) => [
          id,
          isFault(units) ? units : [...units],
        ]),
      );
      // A lane may ask twice, if the sweep gave it another slice.
      return asked.map(({ laneId, limit }) => {
        const units = claimed.get(laneId) ?? [];
        return isFault(units) ? units : units.splice(0, limit);
      });
    },
  });
  const claim = async (laneId: string, limit: number): Promise<readonly Unit[]> => {
    const units = await claims.add({ laneId, limit });
    if (isFault(units)) throw units.fault;
    return units;
  };

  const rests = createGroupCommit<LaneLeft, RestedLane>({
    ...shared,
    maxItems: lanesPerRest,
    commit: async (left) => {
      const lanes = different(left);
      const rested = await restLanes(pool, work, lanes);
      const byId = new Map(lanes.map(({ id }, at) => [id, rested[at] as RestedLane]));
      return left.map(({ id }) => byId.get(id) as RestedLane);
    },
  });

  const { count, withTally } = createTally();
  return {
    settled: count,
    /** Undefined: no such lane. */
    begin: (laneId: string): Promise<LaneState | undefined> =>
      withTally(laneId, (settled) => begins.add({ id: laneId, settled })),
    claim,
    rest: (laneId: string, troubled: boolean): Promise<RestedLane> =>
      withTally(laneId, (settled) => rests.add({ id: laneId, troubled, settled })),
  };
}

/** Whose traces the claim belongs to shows once it is done. */
async function claimTraced<Unit, Outcome>(
  work: Pick<LaneWork<Unit, Outcome>, 'kind' | 'claim' | 'tracesOf'>,
  wanted: readonly Wanted[],
  leaseMs: number,
): Promise<Claimed<Unit>> {
  const startTime = Date.now();
  const claimed = await work.claim(wanted, leaseMs);
  const traces = [...claimed.keys()].flatMap((laneId) =>
    claimedOf(claimed, laneId).flatMap((unit) => work.tracesOf?.(unit) ?? []),
  );
  inTraces('claim', traces, { ...statementSpan(`claim ${work.kind}`), startTime }, () => undefined);
  return claimed;
}

/** Settled since the row was last updated. */
function createTally() {
  const tally = new Map<string, number>();
  const count = (laneId: string, settled: number): void => {
    if (settled > 0) tally.set(laneId, (tally.get(laneId) ?? 0) + settled);
  };
  return {
    count,
    /** Keeps the count if the row was not updated. */
    withTally: async <Row extends { isUpdated: boolean } | undefined>(
      laneId: string,
      update: (settled: number) => Promise<Row>,
    ): Promise<Row> => {
      const settled = tally.get(laneId) ?? 0;
      tally.delete(laneId);
      const row = await update(settled).catch((error: unknown) => {
        count(laneId, settled);
        throw error;
      });
      if (row?.isUpdated === false) count(laneId, settled);
      return row;
    },
  };
}

const isFault = (claimed: object): claimed is ClaimFault => 'fault' in claimed;

function different<Lane extends LaneTally>(lanes: readonly Lane[]): Lane[] {
  const byId = new Map<string, Lane>();
  for (const lane of lanes) {
    byId.set(lane.id, { ...lane, settled: (byId.get(lane.id)?.settled ?? 0) + lane.settled });
  }
  return [...byId.values()];
}
