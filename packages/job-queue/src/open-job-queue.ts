import { randomUUID } from 'node:crypto';
import type { Job } from 'bullmq';
import type { WakeLane } from '@writ/contracts';
import { createFaultLog, type Logger } from '@writ/service-kit';
import type { Backend, WakeKind } from './backend.ts';
import type { JobQueue, QueueWorker } from './job-queue.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import { openRedisBackend } from './redis-backend.ts';
import { startWorker } from './start-worker.ts';
import { within } from './within.ts';

const usualEnqueueLimitMs = 1_000;

/**
 * Opens a queue of wake-ups, on Redis or on Postgres. With Redis it opens whether or not Redis is there; with
 * Postgres it rejects when Postgres cannot be reached.
 *
 * @param options.prefix of the keys in Redis, or the name of the schema in Postgres; `bullmq` unless told.
 * @param options.enqueueLimitMs how long a wake-up may take to be stored before it is given up; 1 s unless told.
 */
export async function openJobQueue(options: {
  backend: { redisUrl: string } | { postgresUrl: string };
  name: string;
  logger: Logger;
  prefix?: string;
  enqueueLimitMs?: number;
}): Promise<JobQueue> {
  const { name, prefix = 'bullmq', enqueueLimitMs = usualEnqueueLimitMs } = options;
  const logger = options.logger.with({ queue: name });
  const opening = { name, prefix, faultLog: createFaultLog(logger, 'The queue') };
  const backend =
    'redisUrl' in options.backend
      ? openRedisBackend(options.backend.redisUrl, opening)
      : await openPostgresBackend(options.backend.postgresUrl, opening);
  return jobQueueOn(backend, { logger, enqueueLimitMs });
}

function jobQueueOn(
  backend: Backend,
  { logger, enqueueLimitMs }: { logger: Logger; enqueueLimitMs: number },
): JobQueue {
  const { queue } = backend;
  const workers = new Set<QueueWorker>();
  const limited = <T>(work: Promise<T>) => within(enqueueLimitMs, 'The queue', work);

  const wake = async (laneId: string): Promise<void> => {
    await limited(queue.add('wake', { laneId }, { deduplication: { id: laneId, keepLastIfActive: true } }));
  };

  return {
    wake,
    wakeAfter: (laneId, delayMs) => limited(setTimer(queue, laneId, Math.max(0, Math.round(delayMs)))),
    sweepWake: async (laneId) => {
      await limited(queue.add('sweep', { laneId }, { deduplication: { id: `sweep.${laneId}` } }));
    },
    work: async (handler, { slots }) => {
      const worker = await startWorker({ backend, handler, wake, slots, logger });
      const registered = {
        close: async () => {
          workers.delete(registered);
          await worker.close();
        },
      };
      workers.add(registered);
      return registered;
    },
    check: async () => {
      await limited(queue.isPaused());
    },
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.close()));
      await queue.close();
      backend.release();
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
  if (existing && dueAt(existing) > wanted) await add(true);
}

const dueAt = (job: Job<WakeLane, void, WakeKind>): number => job.timestamp + job.delay;
