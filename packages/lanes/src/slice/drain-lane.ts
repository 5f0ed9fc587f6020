import { errorFields, inTraces } from '@writ/service-kit';
import type { Lease } from '../lane-work.ts';
import type { ClaimedTurn, Drainer, DrainerOptions, Ended, Lane, Slice } from './drainer.ts';
import { createEvenStarts } from './even-starts.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { createSettlements } from './settlements.ts';
import { holdsFew, isAtRest, isEmpty, isLooking, nextTimeMs, transition } from './transition.ts';
import { newLane, type Effect, type LaneEvent } from './lane-state.ts';

/** Then calls are aborted; the process has 30 s. */
const stopLimitMs = 20_000;
/**
 * With so few lanes, one with few units settles immediately. With a single group, 1,000 events to five
 * destinations took 1.15 s of CPU, not 0.99 s, and a quiet account beside a backlog waited 50 ms, not 34 ms.
 */
const quietLanes = 8;

/**
 * `transition` decides what follows from a lane's events, and only `carryOut` does it. Outcomes of all lanes
 * are settled together.
 */
export function createDrainer<Unit, Outcome>(options: DrainerOptions<Unit, Outcome>) {
  const drainer: Drainer<Unit, Outcome> = {
    options,
    lanes: new Map(),
    leases: createLeaseKeeper(options),
    store: createSettlements(options.work, (laneIds) => laneIds.forEach(poke)),
    startEvenly: createEvenStarts(),
    usualSlices: 0,
    staying: 0,
    onEmpty: () => undefined,
  };
  const { lanes, leases } = drainer;
  let closed = false;

  const poke = (laneId: string): boolean => {
    const lane = lanes.get(laneId);
    if (!lane || !isLooking(lane.state)) return false;
    happens(drainer, lane, { kind: 'reported' });
    return true;
  };
  const endTurns = (laneId: string): void => {
    const lane = lanes.get(laneId);
    if (lane) happens(drainer, lane, { kind: 'stopped' });
  };
  const stopClaiming = (): void => {
    closed = true;
    for (const laneId of [...lanes.keys()]) endTurns(laneId);
  };

  return {
    /** Runs a slice. `hanging`: some units still run, and count in the next. `turn`: of a usual slice. */
    drain: (laneId: string, turn?: ClaimedTurn): Promise<Ended> => {
      if (closed) return Promise.resolve({ hanging: lanes.has(laneId) });
      const lane = lanes.get(laneId) ?? { id: laneId, state: newLane, waiting: [], load: 0, dry: false };
      lanes.set(laneId, lane);
      return new Promise((resolve, reject) => {
        lane.slice = { resolve, reject, turn };
        if (turn) drainer.usualSlices += 1;
        happens(drainer, lane, { kind: 'woken', isUsual: turn !== undefined });
      });
    },
    /** False without a slice here: wake the lane. */
    poke,
    inSlice: (): string[] => [...lanes.values()].flatMap(({ id, slice }) => (slice ? [id] : [])),
    /** Running units go on, the rest are returned. */
    endTurns,
    stopClaiming,
    close: async (): Promise<void> => {
      stopClaiming();
      const limit = setTimeout(() => leases.giveUp(), stopLimitMs);
      if (lanes.size > 0) await new Promise<void>((resolve) => (drainer.onEmpty = resolve));
      clearTimeout(limit);
      await leases.close();
    },
  };
}

/** The only place that changes a lane's state. */
function happens<Unit, Outcome>(drainer: Drainer<Unit, Outcome>, lane: Lane<Unit>, event: LaneEvent): void {
  const { options, lanes } = drainer;
  const wasAtRest = isAtRest(lane.state);
  const [state, effects] = transition({ ...options, places: options.concurrency }, lane.state, event, {
    nowMs: performance.now(),
    isWanted: options.isWanted(),
    // Half of the slots are for lanes that move, and one for lanes that come.
    mayStay: drainer.staying < options.slots.usual / 2 && drainer.usualSlices < options.slots.usual,
  });
  lane.state = state;
  lane.dry = state.isDry && !state.hasNews;
  drainer.staying += Number(isAtRest(state)) - Number(wasAtRest);
  for (const effect of effects) carryOut(drainer, lane, effect);
  setTimer(drainer, lane);
  if (state.name !== 'idle' || !isEmpty(state)) return;
  lanes.delete(lane.id);
  if (lanes.size === 0) drainer.onEmpty();
}

function carryOut<Unit, Outcome>(drainer: Drainer<Unit, Outcome>, lane: Lane<Unit>, effect: Effect): void {
  const { options } = drainer;
  switch (effect.do) {
    case 'claim':
      void claim(drainer, lane, effect.units);
      break;
    case 'begin':
      for (const held of lane.waiting.splice(0, effect.units))
        drainer.startEvenly(() => void perform(drainer, lane, held));
      break;
    case 'give back':
      void giveBack(drainer, lane);
      break;
    case 'go on':
      options.onGoesOn(lane.id);
      break;
    case 'end': {
      const { hanging, denied } = effect;
      endSlice(drainer, lane)?.resolve({ hanging, ...(denied && { denied }) });
      break;
    }
    case 'fail':
      endSlice(drainer, lane)?.reject(effect.error);
      break;
    case 'report late':
      options.onLate(lane.id);
  }
}

function endSlice<Unit, Outcome>(drainer: Drainer<Unit, Outcome>, lane: Lane<Unit>): Slice | undefined {
  const { slice } = lane;
  delete lane.slice;
  if (slice?.turn) drainer.usualSlices -= 1;
  return slice;
}

/** A timer that fires early does no harm. */
function setTimer<Unit, Outcome>(drainer: Drainer<Unit, Outcome>, lane: Lane<Unit>): void {
  const atMs = nextTimeMs(lane.state);
  if (atMs !== undefined && lane.timer && lane.timer.atMs <= atMs) return;
  clearTimeout(lane.timer?.handle);
  delete lane.timer;
  if (atMs === undefined) return;
  const onTime = (): void => {
    delete lane.timer;
    happens(drainer, lane, { kind: 'time' });
  };
  lane.timer = {
    atMs,
    handle: setTimeout(onTime, Math.min(Math.max(0, atMs - performance.now()), longestTimerMs)),
  };
}

/** Limit of `setTimeout`. */
const longestTimerMs = 2_147_483_647;

async function claim<Unit, Outcome>(
  drainer: Drainer<Unit, Outcome>,
  lane: Lane<Unit>,
  wanted: number,
): Promise<void> {
  const event = await claimed(drainer, lane, wanted).catch((error: unknown): LaneEvent => ({
    kind: 'failed',
    error,
  }));
  const turn = lane.slice?.turn;
  happens(drainer, lane, event);
  turn?.claimed(lane);
}

async function claimed<Unit, Outcome>(
  { options, leases }: Drainer<Unit, Outcome>,
  lane: Lane<Unit>,
  wanted: number,
): Promise<LaneEvent> {
  const { work } = options;
  const unprepared = await work.prepare?.(lane.id);
  if (unprepared) return { kind: 'denied', denied: unprepared };
  const permits = (await work.permits?.(lane.id, wanted)) ?? { kind: 'granted', units: wanted };
  if (permits.kind === 'denied') return { kind: 'denied', denied: permits };
  if (permits.kind === 'busy') return permits;
  const claimedAtMs = performance.now();
  const units = await options.claim(lane.id, permits.units);
  for (const unit of units) {
    lane.waiting.push({ unit, lease: leases.hold(unit, claimedAtMs) });
    lane.load += work.weightOf?.(unit) ?? 1;
  }
  const isDry = units.length < permits.units && !(work.mayHaveLeft?.(units) ?? false);
  return { kind: 'claimed', units: units.length, isDry };
}

const performs = { provider: 'perform', destination: 'deliver' } as const;

/** A throw is a bug: the outcome is unknown. */
async function perform<Unit, Outcome>(
  drainer: Drainer<Unit, Outcome>,
  lane: Lane<Unit>,
  { unit, lease }: { unit: Unit; lease: Lease },
): Promise<void> {
  const { options, leases, lanes } = drainer;
  const { work, logger } = options;
  let performed: { outcome: Outcome } | undefined;
  try {
    const outcome = await inTraces(performs[work.kind], work.tracesOf?.(unit) ?? [], {}, (traceParent) =>
      work.perform(unit, lease, traceParent),
    );
    performed = { outcome };
  } catch (error) {
    logger.error('unit not performed; its lease will run out', errorFields(error));
    leases.release(unit);
  }
  lane.load -= work.weightOf?.(unit) ?? 1;
  happens(drainer, lane, { kind: 'performed', isKnown: performed !== undefined });
  options.onPerformed();
  if (!performed) return;
  try {
    await drainer.store(unit, performed.outcome, holdsFew(lane.state) && lanes.size <= quietLanes);
    options.onSettled(lane.id, work.countOf?.(unit, performed.outcome) ?? 1);
  } catch (error) {
    logger.error('outcome not stored; the lease of its unit will run out', errorFields(error));
  }
  leases.release(unit);
  happens(drainer, lane, { kind: 'settled' });
}

/** Makes units without a place due for any process. Never throws: if it fails, their leases expire. */
async function giveBack<Unit, Outcome>(drainer: Drainer<Unit, Outcome>, lane: Lane<Unit>): Promise<void> {
  const { options, leases } = drainer;
  const { work, logger } = options;
  const units = lane.waiting.splice(0).map(({ unit }) => unit);
  for (const unit of units) {
    leases.release(unit);
    lane.load -= work.weightOf?.(unit) ?? 1;
  }
  try {
    await work.unclaim(units);
  } catch (error) {
    const fields = { units: units.length, ...errorFields(error) };
    logger.warn('claimed units not given back; their leases will run out', fields);
  }
  happens(drainer, lane, { kind: 'returned', units: units.length });
}
