import { createPostgresBackend, withBackend } from 'bullmq';
import type { WakeLane } from '@writ/contracts';
import {
  onWorkerError,
  queueOptions,
  workerOptions,
  type Backend,
  type BackendOptions,
  type WakeKind,
} from './backend.ts';

/**
 * BullMQ in its own schema, which it creates and migrates.
 * @throws if Postgres is unreachable
 */
export async function openPostgresBackend(postgresUrl: string, options: BackendOptions): Promise<Backend> {
  const { name, prefix, faultLog } = options;
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = (max: number) => ({
    connectionString: postgresUrl,
    schema: prefix,
    migrate: true,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const queue = new Queue<WakeLane, void, WakeKind>(name, { ...queueOptions, connection: connection(2) });
  queue.on('error', faultLog.failed);
  await ready(queue);

  return {
    queue,
    check: () => queue.isPaused(),
    // Producer and worker are one process here.
    tell: () => Promise.resolve(),
    startWorker: async (processor, slots) => {
      const worker = new Worker<WakeLane, void, WakeKind>(name, processor, {
        ...workerOptions(options),
        concurrency: slots,
        connection: connection(4),
      });
      worker.on('error', onWorkerError(options));
      await ready(worker);
      return {
        close: (force) => worker.close(force),
        setSlots: (count) => void (worker.concurrency = count),
        isConnected: () => true,
      };
    },
  };
}

async function ready(part: { waitUntilReady(): Promise<void>; close(): Promise<void> }): Promise<void> {
  try {
    await part.waitUntilReady();
  } catch (error) {
    await part.close();
    throw error;
  }
}
