import type { Processor, Queue, Worker } from 'bullmq';
import type { WakeLane } from '@writ/contracts';
import type { FaultLog, Logger } from '@writ/service-kit';

/** What the two backends of BullMQ have in common, as far as wake-ups need it. */
export type Backend = {
  queue: Pick<Queue<WakeLane, void, WakeKind>, 'add' | 'getJob' | 'getJobCountByTypes' | 'getJobs' | 'close'>;
  /** Rejects when the backend takes nothing in. */
  check(): Promise<unknown>;
  startWorker(
    processor: Processor<WakeLane, void, WakeKind>,
    slots: number,
    onTold: OnTold | undefined,
  ): Promise<BackendWorker>;
  /** Says of lanes to each worker that is there now that they have new work. */
  tell(laneIds: readonly string[]): Promise<void>;
  /** Releases what the queue stood on; called after the queue and its workers are closed. */
  release?: () => void;
};

/** Is told of a lane with new work. */
export type OnTold = (laneId: string) => void;

type BackendWorker = Pick<Worker, 'close'> & {
  setSlots(slots: number): void;
  /** Whether a graceful close can succeed: without a connection BullMQ would wait for one. */
  isConnected(): boolean;
  release?: () => void;
};

/** `wake` and `sweep` run the lane's handler; a `timer` that fires turns into a `wake`. */
export type WakeKind = 'wake' | 'timer' | 'sweep';

export type BackendOptions = {
  name: string;
  prefix: string;
  lockMs: number;
  faultLog: FaultLog;
  logger: Logger;
};

/** BullMQ's codes for a job whose key or lock is gone, that is not active, or that another worker has locked. */
const notOursCodes = new Set<unknown>([-1, -2, -3, -6]);

/**
 * Takes the errors of a worker. That a job which has run is no longer this worker's to end ("Missing key for job …
 * moveToFinished") is no fault: its lock ran out on a busy machine and another worker has run it since, or the answer to
 * its end was lost and BullMQ ended it again, or Redis was flushed. The run has been made, and a wake-up may be lost or
 * repeated at any moment.
 */
export const onWorkerError =
  ({ faultLog, logger }: BackendOptions) =>
  (error: Error & { code?: unknown }): void => {
    if (notOursCodes.has(error.code))
      logger.info('A wake-up had ended before its run did', { reason: error.message });
    else faultLog.failed(error);
  };

/**
 * A worker that dies leaves its job to others after `lockMs` and `stalledInterval` at most. Until then the lane whose job it
 * was is not woken, so both are short. A wake-up may stall as often as it likes, since running it again does no harm.
 * The default of 15 s before a broken connection is tried again is too long.
 */
export const workerOptions = ({ lockMs }: BackendOptions) => ({
  maxStalledCount: 1_000,
  lockDuration: lockMs,
  stalledInterval: 2_000,
  runRetryDelay: 500,
});

/** Nothing that ended is worth keeping but the latest failures, and of the event stream nobody reads more. */
export const queueOptions = {
  defaultJobOptions: { removeOnComplete: true, removeOnFail: { count: 100, age: 3_600 } },
  streams: { events: { maxLen: 100 } },
} as const;
