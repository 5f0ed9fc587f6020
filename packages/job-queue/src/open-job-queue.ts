import { randomUUID } from 'node:crypto';
import { createFaultLog, type Logger } from '@writ/service-kit';
import type { JobsOptions } from 'bullmq';
import type { Backend, OnTold } from './backend.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import { openRedisBackend } from './redis-backend.ts';
import { startWorker, type LaneHandler, type QueueWorker } from './start-worker.ts';
import { within } from './within.ts';

/**
 * Wake-ups of lanes. Everything in the queue is a hint: it may be lost or repeated at any moment, because what there
 * is to do stands in Postgres (Architecture). So a caller counts a rejected enqueue, and carries on.
 */
export type JobQueue = {
  /**
   * Asks for one run of the lane's handler: at most one is active and one waiting, however often it is asked for. Gives
   * whether none was.
   */
  wake(laneId: string): Promise<boolean>;
  /** Asks for a run after `delayMs`. A lane has one timer: the earliest wins. A timer does not hold back `wake`. */
  wakeAfter(laneId: string, delayMs: number): Promise<void>;
  /** As `wake`, but under an id of its own, so that nothing which clings to the usual one can stand in its way. */
  sweepWake(laneId: string): Promise<void>;
  /** For how long the wake-up that is taken next has waited; 0 when none waits. Those asked for before it have been taken. */
  waitingMs(): Promise<number>;
  /**
   * Says that lanes which were woken before have new work, to whoever has a run of one under way: it need not wait for the
   * next run. On Redis alone; elsewhere all is one process.
   */
  tell(laneIds: readonly string[]): Promise<void>;
  /**
   * Runs `handler` for each wake-up, up to `slots` at a time, and `onTold` for each lane of which somebody tells. `close` waits
   * for the runs under way.
   */
  work(handler: LaneHandler, options: { slots: number; onTold?: OnTold }): Promise<QueueWorker>;
  /** Resolves when the backend works; rejects when it does not answer within a second, or is a Redis that only reads. */
  check(): Promise<void>;
  /** Closes the workers that are still open, then the queue. */
  close(): Promise<void>;
};

/**
 * Opens a queue of wake-ups, on Redis or on Postgres. With Redis it opens whether or not Redis is there; with
 * Postgres it rejects when Postgres cannot be reached.
 *
 * @param options.prefix of the keys in Redis, or the name of the schema in Postgres; `bullmq` unless told.
 * @param options.enqueueLimitMs how long a wake-up may take to be stored before it is given up; 1 s unless told.
 * @param options.lockMs how long a run stays with its worker after that was last heard of; 4 s unless told.
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
  /** A timer that fired has stood in line itself: what it asks for is not to stand there again. */
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
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
      backend.release?.();
    },
  };
}

/**
 * A delayed job holds its deduplication id as an active one does, hence an id apart from that of `wake`. Two that set
 * an earlier timer at the same moment may leave the later of the two: the sweep makes up for it.
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

/** So many may be taken between the two questions. */
const takenMeanwhile = 100;

/** Both backends list the newest first. */
async function waitingMs(queue: Backend['queue']): Promise<number> {
  const waiting = await queue.getJobCountByTypes('wait');
  if (waiting === 0) return 0;
  const next = (await queue.getJobs(['wait'], Math.max(0, waiting - takenMeanwhile), waiting - 1)).at(-1);
  return next ? Math.max(0, Date.now() - next.timestamp - (next.opts.delay ?? 0)) : 0;
}
