import type { LaneKind } from '@writ/contracts';
import type { JobQueue, QueueWorker } from '@writ/job-queue';
import { createClosing, errorFields, gathered, type Logger, type Metrics } from '@writ/service-kit';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { createDrainer } from './slice/drain-lane.ts';
import { parkLane } from './rows/lane-rows.ts';
import type { Denied, LaneTimes, LaneWork } from './lane-work.ts';
import { createLaneStatements } from './slice/lane-statements.ts';
import { createProcessRoom, type Turn } from './slice/process-room.ts';
import { createRestingLanes } from './resting-lanes.ts';
import { startSweep } from './sweep.ts';
import { watchPauses } from './watch-pauses.ts';

/** The times of Architecture: leases of 15 s renewed every 5 s, slices shorter than the sweep's interval of 5 s. */
export const usualLaneTimes: LaneTimes = {
  leaseMs: 15_000,
  renewEveryMs: 5_000,
  sliceMs: 2_000,
  lingerMs: 500,
  sweepEveryMs: 5_000,
  pauseEveryMs: 200,
};

/** Lanes that run in this process. */
export type RunningLanes = Awaited<ReturnType<typeof runLanes>>;

/**
 * Runs the lanes of one kind in this process: takes wake-ups, drains lanes a slice at a time, sets the timer for what
 * is due later, and sweeps. `close` finishes what is under way, gives back what was claimed and not begun, and claims no
 * more.
 */
export async function runLanes<Unit, Outcome>(options: {
  work: LaneWork<Unit, Outcome>;
  pool: Pool;
  /** Wake-ups; lanes whose calls hang are woken through `troubled`, so that they cannot take all slots. */
  queues: { usual: JobQueue; troubled: JobQueue };
  /** Lanes that have their slice at once in this process. */
  slots: { usual: number; troubled: number };
  /** Units of one lane at once. */
  concurrency: number;
  /** Units that all lanes of this process have under way at once in their slices. */
  most: number;
  times?: LaneTimes;
  logger: Logger;
  metrics: Metrics;
}) {
  const { work, pool, queues, slots, times = usualLaneTimes, logger } = options;
  const count = laneMetrics(options);
  const statements = createLaneStatements({ pool, work, leaseMs: times.leaseMs });
  const taking: { usual?: QueueWorker } = {};
  const room = createProcessRoom({
    most: options.most,
    first: options.concurrency,
    onSlots: (wanted = Infinity) => taking.usual?.setSlots(Math.min(wanted, slots.usual)),
  });
  const drainer = createDrainer({
    ...options,
    ...times,
    claim: statements.claim,
    isWanted: () => room.isWanted() || here.size >= slots.usual,
    onGoesOn: (laneId) => void goOn(laneId),
    onPerformed: room.ended,
    onSettled: (laneId) => {
      count.settled();
      statements.settled(laneId);
    },
    onLate: (laneId) => {
      rest(laneId, true).catch((error: unknown) =>
        logger.warn('lane not told of a late outcome; the sweep looks after it', {
          laneId,
          ...errorFields(error),
        }),
      );
    },
  });

  const resting = createRestingLanes();
  const leaveTogether = gathered(leaveTogetherMs);

  /** Tells the lane's row what is left, and sets the next slice: not before there is a permit for one. */
  const rest = async (laneId: string, troubled: boolean, denied?: Denied): Promise<void> => {
    const rested = await statements.rest(laneId, troubled);
    if (rested.waitMs === undefined) return;
    const next = troubled ? queues.troubled : queues.usual;
    const waitMs = Math.max(rested.waitMs, denied?.waitMs ?? 0);
    if (denied && waitMs <= longestUnparkedMs) {
      resting.rest(laneId, waitMs, () => next.wake(laneId));
      return;
    }
    if (denied) await parkLane(pool, laneId, denied);
    await (waitMs < 1 ? next.wake(laneId) : next.wakeAfter(laneId, waitMs));
  };

  /** Tells the lane's row that its slice goes on, so that the sweep leaves it alone. */
  const goOn = async (laneId: string): Promise<void> => {
    const lane = await statements.begin(laneId).catch(() => undefined);
    if (lane?.parked) drainer.endTurns(laneId);
  };

  /** `turn`: of a usual slice; one of a lane whose calls hang takes no room. */
  const slice = async (laneId: string, queue: JobQueue, turn?: Turn): Promise<void> => {
    const lane = await statements.begin(laneId);
    if (!lane) return;
    // Its timer may be of later work, or have fired a little before the lane's time in the database.
    if (lane.parkedForMs !== null && lane.parked) return queue.wakeAfter(laneId, lane.parkedForMs);
    if (lane.parked) return;
    // It was woken once more than it had work, as are lanes that wait long: the sweep cannot know.
    if (lane.dueInMs === null) return;
    // The row may name the end of a lease that ended before its time: it is told anew.
    if (lane.dueInMs > 0) return rest(laneId, lane.troubled);
    if (lane.troubled && turn) {
      await queues.troubled.wake(laneId);
      return;
    }
    const { hanging, denied } = await drainer.drain(laneId, turn);
    // What is told now holds up nobody who wants to begin.
    turn?.leave();
    if (room.isWanted()) await leaveTogether();
    await rest(laneId, hanging, denied);
  };

  /** A slice that fails is not repeated by the queue: the lane's row still says that it is due, and the sweep sees it. */
  const sliceOrWarn = async (laneId: string, queue: JobQueue, turn?: Turn): Promise<void> => {
    try {
      await slice(laneId, queue, turn);
    } catch (error) {
      logger.warn('slice of a lane failed; the sweep wakes it again', { laneId, ...errorFields(error) });
    } finally {
      turn?.leave();
    }
  };

  /** Lanes that have a slice here, or wait for room with one; they may be woken a second time. */
  const here = new Map<string, { hasBegun: boolean; wokenMeanwhile: boolean }>();
  const takeWakeUp = async (laneId: string, queue: JobQueue, enter?: () => Promise<Turn>): Promise<void> => {
    if (resting.has(laneId)) return;
    const known = here.get(laneId);
    if (known) {
      // A slice that has begun may have looked for work before this was told of, and look no more.
      if (known.hasBegun && !drainer.poke(laneId)) known.wokenMeanwhile = true;
      return;
    }
    const own = { hasBegun: false, wokenMeanwhile: false };
    here.set(laneId, own);
    const turn = await enter?.();
    own.hasBegun = true;
    await sliceOrWarn(laneId, queue, turn);
    here.delete(laneId);
    if (own.wokenMeanwhile) await queue.wake(laneId);
  };

  /** Tells a lane that has its slice here of new work; false when it has to be woken. */
  const poke = (laneId: string): boolean => resting.has(laneId) || drainer.poke(laneId);

  const closing = createClosing();
  closing.add(drainer, (d) => d.close());
  closing.add(
    watchPauses({
      db: pool,
      everyMs: times.pauseEveryMs,
      logger,
      inSlice: () => drainer.inSlice(),
      onPaused: (laneId) => drainer.endTurns(laneId),
    }),
    (watch) => watch.close(),
  );
  closing.add(resting, (lanes) => lanes.close());
  const usual = closing.add(
    await queues.usual.work((laneId) => takeWakeUp(laneId, queues.usual, room.enter), {
      slots: slots.usual,
      onTold: poke,
    }),
    (worker) => worker.close(),
  );
  taking.usual = usual;
  const troubled = closing.add(
    await queues.troubled.work((laneId) => takeWakeUp(laneId, queues.troubled), { slots: slots.troubled }),
    (worker) => worker.close(),
  );
  closing.add(
    startSweep({
      pool,
      kind: work.kind,
      ...queues,
      everyMs: times.sweepEveryMs,
      logger,
      onWoken: count.swept,
    }),
    (sweep) => sweep.close(),
  );
  const close = async (): Promise<void> => {
    drainer.stopClaiming();
    room.close();
    // At once: a wake-up that is taken from now on is one that other processes do without.
    await Promise.all([usual.close(), troubled.close()]);
    await closing.close();
  };
  return { poke, close };
}

/** Where lanes wait for room, those that leave it are in no haste: they rest together, in one transaction. */
const leaveTogetherMs = 40;

/** A shorter wait for a permit is not worth telling: the lane's row stays as it is. */
const longestUnparkedMs = 1_000;

function laneMetrics({ work, metrics }: { work: { kind: LaneKind }; metrics: Metrics }) {
  const registers = [metrics.registry];
  const labels = { kind: work.kind };
  const settled = new Counter({
    name: 'writ_lane_units_settled_total',
    help: 'Units whose outcome was stored',
    labelNames: ['kind'],
    registers,
  });
  const settledOfKind = settled.labels(labels);
  const swept = new Counter({
    name: 'writ_lanes_swept_total',
    help: 'Lanes woken because their wake-up was lost or late',
    labelNames: ['kind'],
    registers,
  });
  return {
    // For every unit: its labels are looked up once.
    settled: () => settledOfKind.inc(),
    swept: (lanes: number) => swept.inc(labels, lanes),
  };
}
