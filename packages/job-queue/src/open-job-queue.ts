import { randomUUID } from 'node:crypto';
import { createFaultLog, type Logger } from '@writ/service-kit';
import type { JobsOptions } from 'bullmq';
import type { Backend, OnTold } from './backend.ts';
import type { RedisFacts } from './look-at-redis.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import { openRedisBackend } from './redis-backend.ts';
import { startWorker, type LaneHandler, type QueueWorker } from './start-worker.ts';
import { within } from './within.ts';

/**
 * Wake-ups of lanes: hints that may be lost or repeated, because the work is in Postgres. Callers count a
 * rejected one and go on.
 */
export type JobQueue = {
  /**
   * Requests a run of the lane's handler: at most one is active and one waits. True if there was neither.
   */
  wake(laneId: string): Promise<boolean>;
  /** Requests a run after `delayMs`. A lane has one timer, the earliest; it does not hold back `wake`. */
  wakeAfter(laneId: string, delayMs: number): Promise<void>;
  /** Like `wake` under another id, in case a stuck job blocks the usual one. */
  sweepWake(laneId: string): Promise<void>;
  /** How long the next wake-up has waited; 0 if none waits. */
  waitingMs(): Promise<number>;
  /**
   * Notifies workers with a run of these lanes of new work, so that it need not wait for the next. Only on
   * Redis.
   */
  tell(laneIds: readonly string[]): Promise<void>;
  /**
   * Runs `handler` for wake-ups, up to `slots` at a time, and `onTold` for reported lanes. `close` waits for
   * active runs.
   */
  work(handler: LaneHandler, options: { slots: number; onTold?: OnTold }): Promise<QueueWorker>;
  /**
   * Rejects if the backend does not answer within a second, or refuses what wake-ups need (see
   * `redisRefusal`).
   */
  check(): Promise<void>;
  /** Settings of the Redis below; undefined on Postgres. */
  facts(): Promise<RedisFacts | undefined>;
  /** Closes open workers, then the queue. */
  close(): Promise<void>;
};

/**
 * Opens a queue of wake-ups on Redis, even if that is away, or on Postgres; rejects if Postgres is
 * unreachable.
 * @param options.prefix of Redis keys, or the Postgres schema; default: `bullmq`
 * @param options.enqueueLimitMs timeout for storing a wake-up; default: 1 s
 * @param options.lockMs how long a run stays with a silent worker; default: 4 s
 */
export async function openJobQueue(options: {
  backend: { redisUrl: string } | { postgresUrl: string };
  name: string;
  logger: Logger;
  prefix?: string;
  enqueueLimitMs?: number;
  lockMs?: number;
}): Promise<JobQueue> {
  const { name, prefix = 'bullmq', enqueueLimitMs = 1_000, lockMs = 4_000 } = options;
  const logger = options.logger.with({ queue: name });
  const opening = { name, prefix, lockMs, logger, faultLog: createFaultLog(logger, 'The queue') };
  const backend =
    'redisUrl' in options.backend
      ? openRedisBackend(options.backend.redisUrl, opening)
      : await openPostgresBackend(options.backend.postgresUrl, opening);
  const { queue } = backend;
  const workers: QueueWorker[] = [];
  const limited = async (work: Promise<unknown>): Promise<void> => {
    await within(enqueueLimitMs, 'The queue', work);
  };
  const wake = async (
    laneId: string,
    place: Pick<JobsOptions, 'lifo' | 'timestamp'> = {},
  ): Promise<boolean> => {
    const jobId = randomUUID();
    const deduplication = { id: laneId, keepLastIfActive: true };
    const added = queue.add('wake', { laneId }, { jobId, deduplication, ...place });
    return (await within(enqueueLimitMs, 'The queue', added)).id === jobId;
  };
  /** A timer that fired has waited in line already. */
  const onTimer = (laneId: string, dueAtMs: number) => wake(laneId, { lifo: true, timestamp: dueAtMs });

  return {
    wake: (laneId) => wake(laneId),
    wakeAfter: (laneId, delayMs) => limited(setTimer(queue, laneId, Math.max(0, Math.round(delayMs)))),
    sweepWake: (laneId) =>
      limited(queue.add('sweep', { laneId }, { deduplication: { id: `sweep.${laneId}` } })),
    waitingMs: () => within(enqueueLimitMs, 'The queue', waitingMs(queue)),
    tell: (laneIds) => limited(backend.tell(laneIds)),
    work: async (handler, { slots, onTold }) => {
      const worker = await startWorker({ backend, handler, onTimer, slots, onTold, logger });
      workers.push(worker);
      return worker;
    },
    check: () => limited(backend.check()),
    facts: async () => backend.facts && within(enqueueLimitMs, 'The queue', backend.facts()),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
      backend.release?.();
    },
  };
}

/**
 * A delayed job holds its deduplication id, so timers have ids of their own. If two callers set an earlier
 * timer at the same moment, the later may remain: the sweep makes up for it.
 */
async function setTimer(queue: Backend['queue'], laneId: string, delayMs: number): Promise<void> {
  const deduplication = { id: `timer.${laneId}`, keepLastIfActive: true };
  const wanted = Date.now() + delayMs;
  const add = (replace: boolean) => {
    const jobId = randomUUID();
    const options = { jobId, delay: delayMs, deduplication: { ...deduplication, replace } };
    return queue.add('timer', { laneId }, options).then((job) => ({ job, added: job.id === jobId }));
  };
  const { job, added } = await add(false);
  if (added || job.id === undefined) return;
  const existing = await queue.getJob(job.id);
  if (existing && existing.timestamp + existing.delay > wanted) await add(true);
}

/** Jobs that may be taken between the two questions. */
const takenMeanwhile = 100;

/** Both backends list the newest first. */
async function waitingMs(queue: Backend['queue']): Promise<number> {
  const waiting = await queue.getJobCountByTypes('wait');
  if (waiting === 0) return 0;
  const next = (await queue.getJobs(['wait'], Math.max(0, waiting - takenMeanwhile), waiting - 1)).at(-1);
  return next ? Math.max(0, Date.now() - next.timestamp - (next.opts.delay ?? 0)) : 0;
}
