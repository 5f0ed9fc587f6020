import { afterAll, expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { createAppLogger, createClosing, createHealth } from '@writ/service-kit';
import { eventually, redisPair, testRedisCluster } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { checkRedis, type UnreadyIf } from './check-redis.ts';
import { laneQueueOpener } from './lane-queues.ts';

const closing = createClosing();
afterAll(() => closing.close());
const lines: string[] = [];
const logger = createAppLogger({ service: 'test', level: 'warn', write: (line) => lines.push(line) });

/** What readiness and findings say about the Redis of a service that has queues there. */
async function openOn(redisUrl: string, unreadyIf?: UnreadyIf) {
  const health = createHealth({ checkTimeoutMs: 2_000, keptMs: 0, logger });
  const given = { backend: { redisUrl }, health, logger };
  const queues = laneQueueOpener(unreadyIf ? { ...given, unreadyIf } : given, closing);
  await queues.both('provider');
  return {
    redis: async () => (await health.readiness()).dependencies['redis'],
    findings: () => queues.looks[0]?.look(),
  };
}
const fault = (detail: string, required = false) => ({ ok: false, required, detail });

test('readiness says of a Redis that is away what to do, and the log why', async () => {
  const detail = 'Redis cannot be used (no answer). Check REDIS_URL, and that Redis runs.';
  const byNeed = { none: undefined, refused: 'refused', away: 'away' } as const;
  for (const [need, unreadyIf] of Object.entries(byNeed)) {
    const { redis, findings } = await openOn('redis://127.0.0.1:9', unreadyIf);
    expect(await redis()).toEqual(fault(detail, need === 'away'));
    expect(await findings()).toEqual([]);
  }
  await eventually(() => expect(lines.join()).toContain('ECONNREFUSED'));
});

test('readiness names a Redis that a failover has made a stand-by', async () => {
  const pair = closing.add(await redisPair(), (opened) => opened.close());
  const { redis } = await openOn(pair.url);
  await eventually(async () => expect(await redis()).toEqual({ ok: true, required: false }));
  await pair.demoteFirst();
  const standBy =
    'Redis cannot be used (it is a stand-by, which only reads). Have REDIS_URL lead to the primary.';
  await eventually(async () => expect(await redis()).toEqual(fault(standBy)));
});

test('a start refuses a Redis in cluster mode whose address does not say so', async () => {
  const { url } = testRedisCluster();
  await eventually(async () =>
    expect(await (await openOn(url)).redis()).toEqual({ ok: true, required: false }),
  );
  const oneNode = url.replace(/,.*/, '');
  await expect(openOn(oneNode)).rejects.toThrow('Redis cannot be used (it runs in cluster mode)');
});

test('a process that needs wake-ups is not ready while Redis refuses them, and a finding has the words of Redis', async () => {
  const server = closing.add(await startRedis(), (opened) => opened.close());
  const admin = closing.add(new Redis(server.url), (opened) => opened.disconnect());
  await admin.call('ACL', 'SETUSER', 'writ', 'on', '>secret', '~*', '+@all', '-@scripting');
  const url = server.url.replace('//', '//writ:secret@');
  const gateway = await openOn(url);
  const notification = await openOn(url, 'refused');
  const works = (required: boolean) => ({ ok: true, required });
  const isRefused = async (code: string, words: string) => {
    const detail = `Redis cannot be used (it answers ${code}). Check REDIS_URL, and how Redis is set.`;
    await eventually(async () => expect(await notification.redis()).toEqual(fault(detail, true)));
    await eventually(async () => expect(await gateway.redis()).toEqual(fault(detail)));
    expect(await notification.findings()).toEqual([
      { code: 'redis-refuses', detail: expect.stringContaining(`It answers: ${words}`) },
    ]);
  };
  const isTaken = async () => {
    for (const one of [gateway, notification])
      await eventually(async () => expect(await one.redis()).toEqual(works(false)));
    expect(await notification.findings()).toEqual([]);
  };
  await isRefused('NOPERM', 'NOPERM this user has no permissions to run');
  await admin.call('ACL', 'SETUSER', 'writ', '+@all');
  await isTaken();
  await admin.config('SET', 'maxmemory', '1');
  await isRefused('OOM', "OOM command not allowed when used memory > 'maxmemory'.");
  await admin.config('SET', 'maxmemory', '0');
  await isTaken();
});

test('readiness names the code of a refusal, and not whom Redis refused', async () => {
  const health = createHealth({ checkTimeoutMs: 2_000, keptMs: 0 });
  const refused = Object.assign(new Error('NOPERM User writ has no permissions'), { name: 'ReplyError' });
  checkRedis(health, () => Promise.reject(refused));
  expect((await health.readiness()).dependencies['redis']).toEqual(
    fault('Redis cannot be used (it answers NOPERM). Check REDIS_URL, and how Redis is set.'),
  );
});
