import type { Processor, Queue, Worker } from 'bullmq';
import type { WakeLane } from '@writ/contracts';
import type { FaultLog } from '@writ/service-kit';

/** What the two backends of BullMQ have in common, as far as wake-ups need it. */
export type Backend = {
  queue: Pick<Queue<WakeLane, void, WakeKind>, 'add' | 'getJob' | 'isPaused' | 'close'>;
  startWorker(processor: Processor<WakeLane, void, WakeKind>, slots: number): Promise<BackendWorker>;
  /** Releases what the queue stood on; called after the queue and its workers are closed. */
  release?: () => void;
};

type BackendWorker = Pick<Worker, 'close'> & {
  /** Whether a graceful close can succeed: without a connection BullMQ would wait for one. */
  isConnected(): boolean;
  release?: () => void;
};

/** `wake` and `sweep` run the lane's handler; a `timer` that fires turns into a `wake`. */
export type WakeKind = 'wake' | 'timer' | 'sweep';

export type BackendOptions = { name: string; prefix: string; faultLog: FaultLog };

/**
 * A worker that dies leaves its job to others after `lockDuration` at most; a wake-up may stall as often as it likes,
 * since running it again does no harm. The default of 15 s before a broken connection is tried again is too long.
 */
export const workerOptions = {
  maxStalledCount: 1_000,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  runRetryDelay: 500,
} as const;

/** Nothing that ended is worth keeping but the latest failures, and of the event stream nobody reads more. */
export const queueOptions = {
  defaultJobOptions: { removeOnComplete: true, removeOnFail: { count: 100, age: 3_600 } },
  streams: { events: { maxLen: 100 } },
} as const;
