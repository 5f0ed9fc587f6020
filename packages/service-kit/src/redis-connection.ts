const silentMs = 5_000;
/** A stand-by that stays what it is would be left and found again many times a second. */
const betweenLeavesMs = 1_000;

/**
 * How each connection to Redis is kept, as options of `ioredis`. After a failover the server that it was made to may only
 * read, or be gone without a word: then it is left, and the address, which may lead to another server by now, is asked
 * again. A connection without an answer to what it sent for 5 s is broken off; whoever waits longer on purpose says so.
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
