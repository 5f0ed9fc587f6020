import type { LaneKind } from '@writ/contracts';
import type { JobQueue, QueueWorker } from '@writ/job-queue';
import { createClosing, type Logger, type Metrics } from '@writ/service-kit';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { LaneTimes, LaneWork } from './lane-work.ts';
import { createProcessRoom } from './slice/process-room.ts';
import { createWakeUps } from './slice/wake-ups.ts';
import { startSweep } from './sweep.ts';
import { watchPauses } from './watch-pauses.ts';

/** A slice is shorter than the sweep's interval. */
export const usualLaneTimes: LaneTimes = {
  leaseMs: 15_000,
  renewEveryMs: 5_000,
  sliceMs: 2_000,
  lingerMs: 500,
  sweepEveryMs: 5_000,
  pauseEveryMs: 200,
};

export type RunningLanes = Awaited<ReturnType<typeof runLanes>>;

type Options<Unit, Outcome> = {
  work: LaneWork<Unit, Outcome>;
  pool: Pool;
  /** Lanes whose calls hang use `troubled`, so they cannot take all slots. */
  queues: { usual: JobQueue; troubled: JobQueue };
  /** Lanes with concurrent slices. */
  slots: { usual: number; troubled: number };
  /** Concurrent units of one lane. */
  concurrency: number;
  /** Concurrent units of all slices. */
  most: number;
  times?: LaneTimes;
  logger: Logger;
  metrics: Metrics;
};

/**
 * Takes wake-ups, drains lanes slice by slice, sets timers and sweeps. `close` finishes running units,
 * returns the rest, and claims no more.
 */
export async function runLanes<Unit, Outcome>(options: Options<Unit, Outcome>) {
  const { work, pool, queues, slots, times = usualLaneTimes, logger } = options;
  const count = laneMetrics(options);
  const taking: { usual?: QueueWorker } = {};
  const room = createProcessRoom({
    most: options.most,
    first: options.concurrency,
    onSlots: (wanted = Infinity) => taking.usual?.setSlots(Math.min(wanted, slots.usual)),
  });
  const { drainer, resting, takeWakeUp, poke } = createWakeUps({
    ...options,
    times,
    room,
    onSettled: count.settled,
  });

  const closing = createClosing();
  closing.add(drainer, (d) => d.close());
  closing.add(
    watchPauses({
      db: pool,
      everyMs: times.pauseEveryMs,
      logger,
      inSlice: drainer.inSlice,
      onPaused: drainer.endTurns,
    }),
    (watch) => watch.close(),
  );
  closing.add(resting, (lanes) => lanes.close());
  const usual = closing.add(
    await queues.usual.work((laneId) => takeWakeUp(laneId, queues.usual), {
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
  const { kind } = work;
  closing.add(
    startSweep({ pool, kind, ...queues, everyMs: times.sweepEveryMs, logger, onWoken: count.swept }),
    (sweep) => sweep.close(),
  );
  const close = async (): Promise<void> => {
    drainer.stopClaiming();
    room.close();
    await Promise.all([usual.close(), troubled.close()]);
    await closing.close();
  };
  return { poke, close };
}

function laneMetrics({ work, metrics }: { work: { kind: LaneKind }; metrics: Metrics }) {
  const registers = [metrics.registry];
  const labels = { kind: work.kind };
  const settled = new Counter({
    name: 'writ_lane_units_settled_total',
    help: 'Operations and deliveries whose outcome was stored',
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
  // Prometheus sees no rise in a series that begins above 0.
  settledOfKind.inc(0);
  swept.inc(labels, 0);
  return {
    settled: (count: number) => settledOfKind.inc(count),
    swept: (lanes: number) => swept.inc(labels, lanes),
  };
}
