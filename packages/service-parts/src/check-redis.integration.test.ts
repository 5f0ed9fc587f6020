import { afterAll, expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { createAppLogger, createClosing, createHealth } from '@writ/service-kit';
import { eventually, redisPair } from '@writ/test-kit';
import { checkRedis } from './check-redis.ts';
import { laneQueueOpener } from './lane-queues.ts';

const closing = createClosing();
afterAll(() => closing.close());
const lines: string[] = [];
const logger = createAppLogger({ service: 'test', level: 'warn', write: (line) => lines.push(line) });

/** What readiness tells of the Redis of a service that has a queue there. */
async function redisOf(redisUrl: string) {
  const health = createHealth({ checkTimeoutMs: 2_000, keptMs: 0, logger });
  await laneQueueOpener({ backend: { redisUrl }, health, logger }, closing).usual('provider');
  return async () => (await health.readiness()).dependencies['redis'];
}
const fault = (detail: string) => ({ ok: false, required: false, detail });

test('readiness tells of a Redis that is away what to do, and the log why', async () => {
  const told = await redisOf('redis://127.0.0.1:9');
  const detail = 'Redis cannot be used (no answer). Check REDIS_URL, and that Redis runs.';
  expect(await told()).toEqual(fault(detail));
  await eventually(() => expect(lines.join()).toContain('ECONNREFUSED'));
});

test('readiness tells of a Redis that a failover has made a stand-by', async () => {
  const redis = closing.add(await redisPair(), (pair) => pair.close());
  const told = await redisOf(redis.url);
  await eventually(async () => expect(await told()).toEqual({ ok: true, required: false }));
  await redis.demoteFirst();
  const standBy =
    'Redis cannot be used (it is a stand-by, which only reads). Have REDIS_URL lead to the primary.';
  await eventually(async () => expect(await told()).toEqual(fault(standBy)));
});

test('a start refuses a Redis in cluster mode', async () => {
  const redis = closing.add(await startRedis({ cluster: true }), (opened) => opened.close());
  await expect(redisOf(redis.url)).rejects.toThrow('Redis cannot be used (it runs in cluster mode)');
});

test('readiness tells of a Redis that refuses its code, and not whom it refused', async () => {
  const health = createHealth({ checkTimeoutMs: 2_000, keptMs: 0 });
  const refused = Object.assign(new Error('NOPERM User writ has no permissions'), { name: 'ReplyError' });
  checkRedis(health, () => Promise.reject(refused), { required: false });
  expect((await health.readiness()).dependencies['redis']).toEqual(
    fault('Redis cannot be used (it answers NOPERM). Check REDIS_URL, and how Redis is set.'),
  );
});
