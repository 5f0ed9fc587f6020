import { errorFields, type Logger } from '@writ/service-kit';
import { createEvenStarts } from './even-starts.ts';
import { changed, holdsFew, isEmpty, wantsMore, type LaneRun } from './lane-run.ts';
import type { LaneWork } from '../lane-work.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { createSettlements } from './settlements.ts';

type Held<Unit> = LaneRun<Unit>['waiting'][number];

type RunnerOptions<Unit, Outcome> = {
  work: Pick<LaneWork<Unit, Outcome>, 'perform' | 'settle'>;
  leases: LeaseKeeper<Unit>;
  /** Units of one lane that are performed at once. */
  places: number;
  logger: Logger;
  weightOf: (unit: Unit) => number;
  /** Few lanes have anything under way here. */
  isQuiet: () => boolean;
  onPerformed: () => void;
  onSettled: (laneId: string) => void;
  /** Something is due in these lanes by what was settled. */
  onDue: (laneIds: readonly string[]) => void;
  /** A unit of a lane that has no slice has ended. */
  onEndAfterSlice: (lane: LaneRun<Unit>, wasPerformed: boolean) => void;
};

/**
 * Performs claimed units, each in a place of its lane, and settles them; the place is free as soon as the unit has been
 * performed. What it returns gives free places to units that wait for one, unless the lane's slices are over.
 */
export function createUnitRunner<Unit, Outcome>(
  options: RunnerOptions<Unit, Outcome>,
): (lane: LaneRun<Unit>) => void {
  const { work, leases, places, logger } = options;
  const store = createSettlements(work, options.onDue);
  const startEvenly = createEvenStarts();

  const settle = async (lane: LaneRun<Unit>, unit: Unit, outcome: Outcome): Promise<void> => {
    const isUrgent = holdsFew(lane) && options.isQuiet();
    lane.settling += 1;
    try {
      await store(unit, outcome, isUrgent);
      options.onSettled(lane.id);
    } catch (error) {
      logger.error('outcome not stored; the lease of its unit will run out', errorFields(error));
    } finally {
      leases.letGo(unit);
      lane.settling -= 1;
    }
  };

  /** Gives nothing where the work threw: a bug, of which nobody knows the outcome. */
  const perform = async (lane: LaneRun<Unit>, { unit, lease }: Held<Unit>) => {
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
      lane.performed += 1;
      lane.load -= options.weightOf(unit);
      options.onPerformed();
    }
  };

  const run = async (lane: LaneRun<Unit>, held: Held<Unit>): Promise<void> => {
    const performed = await perform(lane, held);
    start(lane);
    if (performed) {
      const settled = settle(lane, held.unit, performed.outcome);
      if (wantsMore(lane, places)) changed(lane);
      await settled;
    }
    if (isEmpty(lane) || wantsMore(lane, places)) changed(lane);
    if (lane.slices === 0) options.onEndAfterSlice(lane, performed !== undefined);
  };

  const startOne = (lane: LaneRun<Unit>): boolean => {
    if (lane.performing >= places || lane.isOver) return false;
    const held = lane.waiting.shift();
    if (held) void run(lane, held);
    return held !== undefined;
  };

  const start = (lane: LaneRun<Unit>): void => startEvenly(lane, () => startOne(lane));
  return start;
}

/**
 * Gives back what was claimed in a lane and has no place yet, so that its next slice, of any process, finds it due. Never
 * throws: what cannot be given back is left to its lease.
 */
export async function unclaim<Unit>(
  lane: LaneRun<Unit>,
  {
    work,
    leases,
    logger,
    weightOf,
  }: {
    work: Pick<LaneWork<Unit, unknown>, 'unclaim'>;
    leases: LeaseKeeper<Unit>;
    logger: Logger;
    weightOf: (unit: Unit) => number;
  },
): Promise<void> {
  // Taken at once: no unit may be begun once it is being given back.
  const units = lane.waiting.splice(0).map(({ unit }) => unit);
  if (units.length === 0) return;
  for (const unit of units) {
    leases.letGo(unit);
    lane.load -= weightOf(unit);
  }
  try {
    await work.unclaim(units);
  } catch (error) {
    logger.warn('claimed units not given back; their leases will run out', {
      units: units.length,
      ...errorFields(error),
    });
  }
}
