import type { Processor, Queue, Worker } from 'bullmq';
import type { WakeLane } from '@writ/contracts';
import type { FaultLog, Logger } from '@writ/service-kit';
import type { RedisFacts } from './look-at-redis.ts';

export type Backend = {
  queue: Pick<Queue<WakeLane, void, WakeKind>, 'add' | 'getJob' | 'getJobCountByTypes' | 'getJobs' | 'close'>;
  /**
   * Rejects if the backend stores no wake-ups, or has refused them to this process's workers in the last
   * seconds.
   */
  check(): Promise<unknown>;
  /** Settings of the Redis below. */
  facts?(): Promise<RedisFacts>;
  startWorker(
    processor: Processor<WakeLane, void, WakeKind>,
    slots: number,
    onTold: OnTold | undefined,
  ): Promise<BackendWorker>;
  tell(laneIds: readonly string[]): Promise<void>;
  /** Called after the queue and its workers are closed. */
  release?: () => void;
};

export type OnTold = (laneId: string) => void;

type BackendWorker = Pick<Worker, 'close'> & {
  setSlots(slots: number): void;
  /** Without a connection, a graceful close of BullMQ would wait for one. */
  isConnected(): boolean;
  release?: () => void;
};

/** `wake` and `sweep` run the lane's handler; a due `timer` becomes a `wake`; a `probe` runs nothing. */
export type WakeKind = 'wake' | 'timer' | 'sweep' | 'probe';

export type BackendOptions = {
  name: string;
  prefix: string;
  lockMs: number;
  faultLog: FaultLog;
  logger: Logger;
};

/** BullMQ's codes: the job's key or lock is gone, it is not active, or another worker holds it. */
const notOursCodes = new Set<unknown>([-1, -2, -3, -6]);

/**
 * That a worker may not end its job ("Missing key for job … moveToFinished") is no error: the lock expired
 * and another worker ran the job, the answer was lost and BullMQ repeated it, or Redis was flushed. Wake-ups
 * may be lost or repeated.
 */
export const onWorkerError =
  ({ faultLog, logger }: BackendOptions) =>
  (error: Error & { code?: unknown }): void => {
    if (notOursCodes.has(error.code))
      logger.info('A wake-up had ended before its run did', { reason: error.message });
    else faultLog.failed(error);
  };

/**
 * The job of a dead worker moves to others after `lockMs` and `stalledInterval`; until then its lane is not
 * woken, so both are short. A repeated wake-up does no harm. The default pause of 15 s before a reconnect is
 * too long.
 */
export const workerOptions = ({ lockMs }: BackendOptions) => ({
  maxStalledCount: 1_000,
  lockDuration: lockMs,
  stalledInterval: 2_000,
  runRetryDelay: 500,
});

/** Only the latest failures are worth storing; nothing reads more of the event stream. */
export const queueOptions = {
  defaultJobOptions: { removeOnComplete: true, removeOnFail: { count: 100, age: 3_600 } },
  streams: { events: { maxLen: 100 } },
} as const;
