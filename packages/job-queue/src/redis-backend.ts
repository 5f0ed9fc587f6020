import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { WakeLane } from '@writ/contracts';
import { redisConnection } from '@writ/service-kit';
import {
  onWorkerError,
  queueOptions,
  workerOptions,
  type Backend,
  type BackendOptions,
  type OnTold,
  type WakeKind,
} from './backend.ts';
import { askForWrite } from './look-at-redis.ts';

type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

/** Longer than BullMQ's longest blocking wait, 10 s. */
const silentConsumerMs = 15_000;

/** BullMQ on Redis. While Redis is away, enqueues are refused; workers continue when it returns. */
export function openRedisBackend(redisUrl: string, options: BackendOptions): Backend {
  const { name, prefix, faultLog } = options;
  // Without an offline queue, an enqueue fails immediately while Redis is away instead of filling memory.
  const producer = connect(redisUrl, options, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  const queue = new Queue<WakeLane, void, WakeKind>(name, {
    ...queueOptions,
    connection: producer,
    prefix,
    skipWaitingForReady: true,
    // Its version check would never finish if the connection broke meanwhile.
    skipVersionCheck: true,
  });
  queue.on('error', faultLog.failed);
  const told = `${prefix}:${name}:told`;
  const listen = (onTold: OnTold): Redis => {
    // Its own resubscription would leave a refusal unhandled.
    const listener = connect(redisUrl, options, { maxRetriesPerRequest: null, autoResubscribe: false });
    listener.on('message', (_, laneIds: string) => laneIds.split(',').forEach(onTold));
    // For each connection. The Redis user may lack access to the channel.
    listener.on('ready', () => void listener.subscribe(told).catch(faultLog.failed));
    return listener;
  };

  return {
    queue,
    check: () => askForWrite(producer, `${prefix}:${name}:check`),
    tell: async (laneIds) => {
      await producer.publish(told, laneIds.join());
    },
    startWorker: (processor, slots, onTold) => {
      // BullMQ copies it for its blocking connection.
      const consumer = connect(redisUrl, options, {
        maxRetriesPerRequest: null,
        socketTimeout: silentConsumerMs,
      });
      const worker = new Worker<WakeLane, void, WakeKind>(name, processor, {
        ...workerOptions(options),
        concurrency: slots,
        connection: consumer,
        prefix,
      });
      worker.on('error', onWorkerError(options));
      const listener = onTold && listen(onTold);
      return Promise.resolve({
        close: (force) => worker.close(force),
        setSlots: (count) => void (worker.concurrency = count),
        isConnected: () => consumer.status === 'ready',
        release: () => {
          disconnect(consumer);
          if (listener) disconnect(listener);
        },
      });
    },
    release: () => disconnect(producer),
  };
}

function connect(redisUrl: string, { faultLog }: BackendOptions, options: ConnectionOptions): Redis {
  const redis = new Redis(redisUrl, { ...redisConnection(), ...options });
  redis.on('error', faultLog.failed);
  redis.on('close', () => faultLog.failed('The connection to Redis was lost'));
  redis.on('ready', faultLog.recovered);
  return redis;
}

function disconnect(redis: Redis): void {
  redis.removeAllListeners('close');
  redis.disconnect();
}
