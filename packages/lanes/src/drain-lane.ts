import { errorFields, type Logger } from '@writ/service-kit';
import type { LaneWork } from './lane-work.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { createSettlements } from './settlements.ts';

export type DrainOptions<Unit, Outcome> = {
  work: LaneWork<Unit, Outcome>;
  leaseMs: number;
  renewEveryMs: number;
  /** Units of one lane that are performed at once in this process. */
  concurrency: number;
  /** How long one turn may claim new units; then other lanes have theirs. */
  sliceMs: number;
  /** How long a turn waits for its last units before it leaves them to themselves. */
  lingerMs: number;
  logger: Logger;
  onSettle: (units: number) => void;
  /** A unit was settled after the turn of its lane had ended without it. */
  onLate: (laneId: string) => void;
};

export type Drainer = {
  /** One turn of a lane. `hanging`: some of its units are still under way; they go on, and count in its next turn. */
  drain(laneId: string): Promise<{ hanging: boolean }>;
  /** Tells a lane that has its turn here of new work; false when it has none, and has to be woken. */
  poke(laneId: string): boolean;
  /** No unit is claimed from now on: turns that are under way end with what they have. */
  stopClaiming(): void;
  /** Stops claiming; resolves when all units that were claimed are settled. Turns have to have ended. */
  close(): Promise<void>;
};

/** Timers take no longer times. */
const longestTimerMs = 2_147_483_647;
/** How long a stop waits for calls before it gives them up; the process has 30 s. */
const stopLimitMs = 20_000;

/** While units are under way and nothing else was due, work of other processes is looked for this often. */
const lookAgainMs = 25;

/**
 * What goes on in one lane of this process. A unit is performed, then settled; while it is settled its place is free.
 */
type LaneRun = {
  performing: number;
  settling: number;
  /** Turns that are under way: a sweep may have given it another one. */
  turns: number;
  /** Of these, those that still look for work: they hear of new work without being woken. */
  claiming: number;
  poked: boolean;
  /** Whoever waits for a change. */
  waiters: Set<() => void>;
};

/**
 * Works through the due units of lanes. Only as many units are claimed as can be started at once, so no lease runs
 * while its unit waits; outcomes of all lanes are settled together, many in one transaction.
 */
export function createDrainer<Unit, Outcome>(options: DrainOptions<Unit, Outcome>): Drainer {
  const { work, concurrency, logger } = options;
  const leases = createLeaseKeeper(options);
  const settlements = createSettlements(options);
  const lanes = new Map<string, LaneRun>();
  let closed = false;

  const laneOf = (laneId: string): LaneRun => {
    const known = lanes.get(laneId);
    if (known) return known;
    const lane: LaneRun = {
      performing: 0,
      settling: 0,
      turns: 0,
      claiming: 0,
      poked: false,
      waiters: new Set(),
    };
    lanes.set(laneId, lane);
    return lane;
  };

  const settle = async (unit: Unit, outcome: Outcome): Promise<void> => {
    try {
      await settlements.settle(unit, outcome);
    } catch (error) {
      logger.error('outcome not stored; the lease of its unit will run out', errorFields(error));
    } finally {
      leases.letGo(unit);
    }
  };

  const run = async (laneId: string, lane: LaneRun, unit: Unit, claimedAtMs: number): Promise<void> => {
    const lease = leases.hold(unit, claimedAtMs);
    lane.performing += 1;
    let outcome: Outcome;
    try {
      outcome = await work.perform(unit, lease);
    } catch (error) {
      logger.error('unit not performed; its lease will run out', errorFields(error));
      leases.letGo(unit);
      return;
    } finally {
      lane.performing -= 1;
      if (hasRoom(lane)) changed(lane);
    }
    lane.settling += 1;
    await settle(unit, outcome);
    lane.settling -= 1;
    if (isEmpty(lane) || hasRoom(lane)) changed(lane);
    if (lane.turns === 0) {
      if (isEmpty(lane)) lanes.delete(laneId);
      options.onLate(laneId);
    }
  };

  /** A claim is worth its statement when half of the places are free, and settlements keep up with them. */
  const hasRoom = ({ performing, settling }: LaneRun): boolean =>
    performing <= concurrency / 2 && settling <= concurrency * 2;

  /** Claims what there is room for; true when there may be more. */
  const claim = async (laneId: string, lane: LaneRun): Promise<boolean> => {
    if (!hasRoom(lane)) return true;
    const room = concurrency - lane.performing;
    const claimedAtMs = performance.now();
    const units = await work.claim(laneId, room, options.leaseMs);
    for (const unit of units) void run(laneId, lane, unit, claimedAtMs);
    return units.length === room;
  };

  const takeTurn = async (laneId: string, lane: LaneRun): Promise<void> => {
    const endsAtMs = performance.now() + options.sliceMs;
    lane.claiming += 1;
    try {
      while (!closed && performance.now() < endsAtMs) {
        lane.poked = false;
        const more = await claim(laneId, lane);
        if (more && hasRoom(lane)) continue;
        if (!more && isEmpty(lane) && !wasPoked(lane)) return;
        if (!wasPoked(lane)) await changeOrTime(lane, more ? endsAtMs - performance.now() : lookAgainMs);
      }
    } finally {
      lane.claiming -= 1;
    }
  };

  /** Whether all units of the lane have ended within the limit. */
  const emptied = async (lane: LaneRun, limitMs: number): Promise<boolean> => {
    const endsAtMs = performance.now() + limitMs;
    while (!isEmpty(lane)) {
      const leftMs = endsAtMs - performance.now();
      if (leftMs <= 0) return false;
      await changeOrTime(lane, Math.min(leftMs, lookAgainMs));
    }
    return true;
  };

  return {
    drain: async (laneId) => {
      const lane = laneOf(laneId);
      lane.turns += 1;
      try {
        await takeTurn(laneId, lane);
        return { hanging: !(await emptied(lane, options.lingerMs)) };
      } finally {
        lane.turns -= 1;
        if (lane.turns === 0 && isEmpty(lane)) lanes.delete(laneId);
      }
    },
    poke: (laneId) => {
      const lane = lanes.get(laneId);
      if (!lane?.claiming) return false;
      lane.poked = true;
      changed(lane);
      return true;
    },
    stopClaiming: () => {
      closed = true;
    },
    close: async () => {
      closed = true;
      const all = (limitMs: number) => Promise.all([...lanes.values()].map((lane) => emptied(lane, limitMs)));
      const ended = await all(stopLimitMs);
      if (ended.includes(false)) {
        leases.giveUp();
        await all(Infinity);
      }
      leases.close();
    },
  };
}

/** Asked again after each wait: somebody else may have set it meanwhile. */
const wasPoked = ({ poked }: LaneRun): boolean => poked;

const isEmpty = ({ performing, settling }: LaneRun): boolean => performing === 0 && settling === 0;

function changed(lane: LaneRun): void {
  for (const tell of lane.waiters) tell();
}

/** Resolves when something changes in the lane, or when the time is over. */
function changeOrTime(lane: LaneRun, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      lane.waiters.delete(end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(0, limitMs), longestTimerMs));
    lane.waiters.add(end);
  });
}
