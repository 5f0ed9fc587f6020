import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { readRedisAddress, type RedisAddress } from '../environment/redis-address.ts';

export type RedisClient = Redis | Cluster;

type Options = Pick<
  RedisOptions,
  | 'autoResubscribe'
  | 'commandTimeout'
  | 'enableAutoPipelining'
  | 'enableOfflineQueue'
  | 'maxRetriesPerRequest'
  | 'socketTimeout'
>;

const silentMs = 5_000;
/** Without it, a stand-by would be reconnected many times a second. */
const betweenLeavesMs = 1_000;
const sentinelAnswerMs = 1_000;
const mostRedirections = 8;
/**
 * Between redirections: a command fails within the second that callers wait, or soon if they want no retries.
 */
const redirectedAfterMs = { usually: 100, withoutRetries: 15 };

/**
 * Opens a client of the Redis at a valid `REDIS_URL`, whichever form it has. A request without an answer
 * breaks the connection off after 5 s; callers that wait longer set `socketTimeout`.
 */
export function openRedis(redisUrl: string, options: Options): RedisClient {
  const address = addressOf(redisUrl);
  return address.kind === 'cluster' ? openCluster(address, options) : openServer(address, options);
}

/**
 * Opens a connection to one server: in a cluster, one of the nodes in the address, after a break the next.
 * For announcements, which every node passes on: the subscriber in a client of a cluster reconnects without a
 * pause.
 */
export function openRedisServer(redisUrl: string, options: Options): Redis {
  const address = addressOf(redisUrl);
  return address.kind === 'cluster' ? openNode(address, options) : openServer(address, options);
}

/** Whether the address says that it leads to a cluster. */
export const isClusterAddress = (redisUrl: string): boolean => addressOf(redisUrl).kind === 'cluster';

/** @throws if the environment did not check it */
function addressOf(redisUrl: string): RedisAddress {
  const read = readRedisAddress(redisUrl);
  if ('fault' in read) throw new Error(`The address of Redis ${read.fault}.`);
  return read.value;
}

const everyConnection = {
  keepAlive: 10_000,
  connectTimeout: 5_000,
  disconnectTimeout: 200,
  socketTimeout: silentMs,
} satisfies RedisOptions;

const retryDelay = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 10), 2_000);

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>;
type ServerAddress = Exclude<RedisAddress, ClusterAddress>;

/**
 * After a failover, the old server may be read-only or gone: the connection is broken off, and the address is
 * resolved again.
 */
function openServer(address: ServerAddress, options: Options): Redis {
  const each = {
    ...everyConnection,
    retryStrategy: retryDelay,
    reconnectOnError: leaveStandBy(),
    ...options,
  };
  if (address.kind === 'single') return new Redis(address.url, each);
  const { name, sentinels, sentinelPassword, database: db, tls } = address;
  return new Redis({
    ...each,
    ...loginOf(address),
    name,
    sentinels: [...sentinels],
    sentinelPassword,
    sentinelRetryStrategy: retryDelay,
    sentinelCommandTimeout: sentinelAnswerMs,
    db,
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  });
}

function leaveStandBy() {
  let leftAtMs = -Infinity;
  return ({ message }: Error): boolean => {
    const now = performance.now();
    if (!message.includes('READONLY') || now - leftAtMs < betweenLeavesMs) return false;
    leftAtMs = now;
    return true;
  };
}

/**
 * Pipelines are not joined by themselves: one that meets a moved slot would fail as a whole. Names of nodes
 * are not resolved beforehand, since certificates hold names.
 */
function openCluster(address: ClusterAddress, { enableAutoPipelining: _, ...options }: Options): Cluster {
  const { enableOfflineQueue = true, ...each } = options;
  const { usually, withoutRetries } = redirectedAfterMs;
  const againAfterMs = options.maxRetriesPerRequest === 0 ? withoutRetries : usually;
  const cluster = new Cluster([...address.nodes], {
    clusterRetryStrategy: retryDelay,
    dnsLookup: (host, callback) => callback(null, host),
    enableOfflineQueue,
    maxRedirections: mostRedirections,
    retryDelayOnFailover: againAfterMs,
    retryDelayOnClusterDown: againAfterMs,
    redisOptions: { ...everyConnection, ...loginOf(address), ...each },
  });
  // The message only says that no node could be asked.
  cluster.on('error', (error: Error & { lastNodeError?: Error }) => {
    error.cause ??= error.lastNodeError;
  });
  return cluster;
}

function openNode(address: ClusterAddress, options: Options): Redis {
  let next = Math.floor(Math.random() * address.nodes.length);
  const nextNode = () => address.nodes[(next += 1) % address.nodes.length];
  const redis: Redis = new Redis({
    ...everyConnection,
    ...options,
    ...loginOf(address),
    ...nextNode(),
    retryStrategy: (attempt) => {
      // The connector reads the options at each attempt.
      Object.assign(redis.options, nextNode());
      return retryDelay(attempt);
    },
  });
  return redis;
}

const loginOf = ({ username, password, tls }: Pick<ClusterAddress, 'username' | 'password' | 'tls'>) => ({
  ...(username !== '' && { username }),
  ...(password !== '' && { password }),
  ...(tls && { tls: {} }),
});
