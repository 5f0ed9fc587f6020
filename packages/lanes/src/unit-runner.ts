import { errorFields, type Logger } from '@writ/service-kit';
import { wantsMore } from './lane-room.ts';
import { changed, isEmpty, type LaneRun } from './lane-run.ts';
import { createEvenStarts } from './even-starts.ts';
import type { LaneWork } from './lane-work.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { createSettlements } from './settlements.ts';

export type UnitRunner<Unit> = {
  /** Gives free places to units that wait for one, unless the lane's slices are over. */
  start(laneId: string, lane: LaneRun<Unit>): void;
};

type Held<Unit> = LaneRun<Unit>['waiting'][number];

/** Undefined where the work threw: a bug, of which nobody knows the outcome. */
type Performed<Outcome> = { outcome: Outcome } | undefined;

/**
 * Performs claimed units, each in a place of its lane, and settles them; the place is free as soon as the unit has been
 * performed.
 */
export function createUnitRunner<Unit, Outcome>(options: {
  work: LaneWork<Unit, Outcome>;
  leases: LeaseKeeper<Unit>;
  /** Units of one lane that are performed at once. */
  places: number;
  logger: Logger;
  onSettle: (units: number) => void;
  onSettled: (laneId: string) => void;
  /** A unit of a lane that has no slice has ended. */
  onEndAfterSlice: (laneId: string, lane: LaneRun<Unit>, wasPerformed: boolean) => void;
}): UnitRunner<Unit> {
  const { work, leases, places, logger } = options;
  const settlements = createSettlements(options);
  const starts = createEvenStarts();

  const settle = async (unit: Unit, outcome: Outcome, isAlone: boolean): Promise<void> => {
    try {
      await settlements.settle(unit, outcome, isAlone);
    } catch (error) {
      logger.error('outcome not stored; the lease of its unit will run out', errorFields(error));
    } finally {
      leases.letGo(unit);
    }
  };

  const perform = async (lane: LaneRun<Unit>, { unit, lease }: Held<Unit>): Promise<Performed<Outcome>> => {
    lane.performing += 1;
    try {
      return { outcome: await work.perform(unit, lease) };
    } catch (error) {
      logger.error('unit not performed; its lease will run out', errorFields(error));
      leases.letGo(unit);
      return undefined;
    } finally {
      lane.performing -= 1;
      lane.pace.ended += 1;
    }
  };

  const run = async (laneId: string, lane: LaneRun<Unit>, held: Held<Unit>): Promise<void> => {
    const performed = await perform(lane, held);
    start(laneId, lane);
    if (performed) {
      const isAlone = isEmpty(lane);
      lane.settling += 1;
      const settled = settle(held.unit, performed.outcome, isAlone);
      if (wantsMore(lane, places)) changed(lane);
      await settled;
      lane.settling -= 1;
      options.onSettled(laneId);
    }
    if (isEmpty(lane) || wantsMore(lane, places)) changed(lane);
    if (lane.slices === 0) options.onEndAfterSlice(laneId, lane, performed !== undefined);
  };

  const startOne = (laneId: string, lane: LaneRun<Unit>): boolean => {
    if (lane.performing >= places || lane.isOver) return false;
    const held = lane.waiting.shift();
    if (held) void run(laneId, lane, held);
    return held !== undefined;
  };

  const start = (laneId: string, lane: LaneRun<Unit>): void =>
    starts.start(lane, () => startOne(laneId, lane));
  return { start };
}
