const silentMs = 5_000;
/** Without it, a stand-by would be reconnected many times a second. */
const betweenLeavesMs = 1_000;

/**
 * Options of `ioredis` for every connection. After a failover, the old server may be read-only or gone: the
 * connection is broken off, and the address is resolved again. A request without an answer breaks the connection off
 * after 5 s; callers that wait longer set `socketTimeout`.
 */
export function redisConnection() {
  let leftAtMs = -Infinity;
  return {
    keepAlive: 10_000,
    connectTimeout: 5_000,
    disconnectTimeout: 200,
    socketTimeout: silentMs,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), 2_000),
    reconnectOnError: ({ message }: Error): boolean => {
      const now = performance.now();
      if (!message.includes('READONLY') || now - leftAtMs < betweenLeavesMs) return false;
      leftAtMs = now;
      return true;
    },
  };
}
