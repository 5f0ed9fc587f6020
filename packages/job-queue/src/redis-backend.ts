import { Queue, Worker } from 'bullmq';
import { Cluster } from 'ioredis';
import type { WakeLane } from '@writ/contracts';
import { openRedis, openRedisServer, type RedisClient } from '@writ/service-kit/redis';
import {
  onWorkerError,
  queueOptions,
  workerOptions,
  type Backend,
  type BackendOptions,
  type OnTold,
  type WakeKind,
} from './backend.ts';
import { onceTried, redisFacts } from './look-at-redis.ts';
import { lastRefusal, type LastRefusal } from './redis-refusal.ts';

/** Longer than BullMQ's longest blocking wait, 10 s. */
const silentConsumerMs = 15_000;
/**
 * A probe makes Redis do all that a wake-up needs, and then waits: the next ones join it, and no worker takes
 * it.
 */
const probeDelayMs = 24 * 3_600_000;

type Opening = BackendOptions & {
  redisUrl: string;
  /** Its braces keep all keys of a queue in one slot of a cluster. */
  taggedName: string;
  told: string;
  consuming: LastRefusal;
};

/** While Redis is away, enqueues are refused; workers continue when it returns. */
export function openRedisBackend(redisUrl: string, options: BackendOptions): Backend {
  const { name, prefix, faultLog } = options;
  const opening: Opening = {
    ...options,
    redisUrl,
    taggedName: `{${name}}`,
    told: `${prefix}:${name}:told`,
    consuming: lastRefusal(),
  };
  // Without an offline queue, an enqueue fails immediately while Redis is away instead of filling memory.
  const producer = watched(
    openRedis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 }),
    options,
  );
  const queue = new Queue<WakeLane, void, WakeKind>(opening.taggedName, {
    ...queueOptions,
    connection: producer.redis,
    prefix,
    skipWaitingForReady: true,
    // Its version check would never finish if the connection broke meanwhile.
    skipVersionCheck: true,
  });
  queue.on('error', faultLog.failed);
  const probe = async (): Promise<void> => {
    await onceTried(producer.redis);
    await queue.add('probe', { laneId: '' }, { delay: probeDelayMs, deduplication: { id: 'probe' } });
  };

  return {
    queue,
    check: refusalsRemembered(probe, opening.consuming),
    facts: async () =>
      redisFacts(await Promise.all(serversOf(producer.redis).map((server) => server.info()))),
    tell: async (laneIds) => {
      await producer.redis.publish(opening.told, laneIds.join());
    },
    startWorker: (processor, slots, onTold) =>
      Promise.resolve(startRedisWorker(opening, processor, slots, onTold)),
    release: producer.disconnect,
  };
}

type StartWorker = Backend['startWorker'];

function startRedisWorker(
  opening: Opening,
  processor: Parameters<StartWorker>[0],
  slots: number,
  onTold: OnTold | undefined,
): Awaited<ReturnType<StartWorker>> {
  const { redisUrl, taggedName, prefix, consuming } = opening;
  // BullMQ copies it for its blocking connection.
  const consumer = watched(
    openRedis(redisUrl, { maxRetriesPerRequest: null, socketTimeout: silentConsumerMs }),
    opening,
  );
  const process: typeof processor = (...job) => {
    consuming.forget();
    return processor(...job);
  };
  const worker = new Worker<WakeLane, void, WakeKind>(taggedName, process, {
    ...workerOptions(opening),
    concurrency: slots,
    connection: consumer.redis,
    prefix,
  });
  worker.on('error', onWorkerError(opening));
  worker.on('error', (error) => consuming.note(error));
  const listener = onTold && listen(opening, onTold);
  return {
    close: (force) => worker.close(force),
    setSlots: (count) => void (worker.concurrency = count),
    isConnected: () => consumer.redis.status === 'ready',
    release: () => {
      consumer.disconnect();
      listener?.disconnect();
    },
  };
}

function listen(opening: Opening, onTold: OnTold): Watched<RedisClient> {
  // Its own resubscription would leave a refusal unhandled.
  const listener = watched(
    openRedisServer(opening.redisUrl, { maxRetriesPerRequest: null, autoResubscribe: false }),
    opening,
  );
  const { redis } = listener;
  redis.on('message', (_: string, laneIds: string) => laneIds.split(',').forEach(onTold));
  // For each connection. The Redis user may lack access to the channel.
  redis.on('ready', () => void redis.subscribe(opening.told).catch(opening.faultLog.failed));
  return listener;
}

/**
 * Rejects with a refusal of the last seconds, to this question or to workers, even if the connection is gone
 * since.
 */
function refusalsRemembered(ask: () => Promise<void>, consuming: LastRefusal): () => Promise<void> {
  const asking = lastRefusal();
  return async () => {
    try {
      await ask();
    } catch (error) {
      asking.note(error);
      throw asking.recent() ?? error;
    }
    asking.forget();
    const refusal = consuming.recent();
    if (refusal) throw refusal;
  };
}

const serversOf = (redis: RedisClient) => (redis instanceof Cluster ? redis.nodes('master') : [redis]);

type Watched<Client> = { redis: Client; disconnect: () => void };

function watched<Client extends RedisClient>(redis: Client, { faultLog }: BackendOptions): Watched<Client> {
  const lost = (): void => faultLog.failed('The connection to Redis was lost');
  redis.on('error', faultLog.failed);
  redis.on('close', lost);
  redis.on('ready', faultLog.recovered);
  return {
    redis,
    disconnect: () => {
      // A client of a cluster listens to itself, too.
      redis.off('close', lost);
      redis.disconnect();
    },
  };
}
