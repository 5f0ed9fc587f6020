import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { testRedis } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { AccountStateError } from '../account-counters.ts';
import type { Ask, QuotaRules, Report } from '../core/quota.ts';
import { countersConformance } from '../conformance/counters-conformance.ts';
import { redisCounters } from './redis-counters.ts';

const closing = createClosing();
const redis = closing.add(testRedis(), (opened) => opened.clear());
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
afterAll(() => closing.close());

countersConformance({
  name: 'Redis',
  open: () => {
    const options = { redisUrl: redis.url, prefix: redis.prefix, logger };
    const counters = closing.add(redisCounters(options), (opened) => opened.close());
    // The breaker's times pass in Redis: a wait for them cannot come too early.
    return { counters, passMs: (ms) => sleep(ms) };
  },
});

const hourMs = 3_600_000;
const rules: QuotaRules = {
  window: { limit: 3, windowMs: 60_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 1,
  breaker: { writes: 2, firstMs: 30_000, longestMs: 30_000, probeMs: 30_000 },
};
const nothing: Report = { ended: [], unused: [], silent: 0, reached: false, failed: [] };
const ask: Ask = { synchronous: false, wanted: 5, maxWaitMs: 0 };

const keysOf = (account: string) =>
  ['own', 'all', 'failed', 'facts'].map((name) => `${redis.prefix}:{${account}}:${name}`);

const openCounters = (logging = logger) =>
  closing.add(redisCounters({ redisUrl: redis.url, prefix: redis.prefix, logger: logging }), (opened) =>
    opened.close(),
  );

test('Redis: leaves that were out when it lost its memory are not taken for new ones', async () => {
  const counters = openCounters();
  const run = (reports: Partial<Report>[]) =>
    counters.run('lost', { rules, reports: reports.map((report) => ({ ...nothing, ...report })), ask });
  const { answer: before } = await run([]);
  const client = new Redis(redis.url);
  await client.del(...keysOf('lost'));
  expect((await run([])).answer?.kind).toBe('granted');
  const unused = before?.kind === 'granted' ? before.leaves.map(({ id }) => id) : [];
  expect(unused).toHaveLength(3);
  expect((await run([{ unused }])).answer?.kind).toBe('denied');
  client.disconnect();
});

test('Redis: keys of an account that hold something else are told in the log, with the account', async () => {
  const lines: string[] = [];
  const counters = openCounters(
    createAppLogger({ service: 'test', level: 'warn', write: (line) => void lines.push(line) }),
  );
  const client = new Redis(redis.url);
  await client.set(keysOf('wrong')[3] ?? '', 'not what it should be');
  await client.hset(keysOf('no-number')[3] ?? '', { silent: 'x', times: 'x', closedUntil: 'x', count: 'x' });
  await client.zadd(keysOf('wrong-list')[0] ?? '', 1, 'x');
  await client.set(keysOf('wrong-list')[1] ?? '', 'x');
  for (const account of ['wrong', 'wrong-list'])
    await expect(counters.run(account, { rules, reports: [], ask })).rejects.toThrow(AccountStateError);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('What is kept of the account wrong cannot be used');
  expect(lines[0]).toContain('WRONGTYPE');
  // What is no number is as if it were not there.
  expect((await counters.run('no-number', { rules, reports: [], ask })).answer?.kind).toBe('granted');
  client.disconnect();
});

/** What stands in Redis of an account, as if its clock had been an hour ahead until now. */
async function setClockBack(account: string): Promise<void> {
  const client = new Redis(redis.url);
  const key = (name: string) => `${redis.prefix}:{${account}}:${name}`;
  for (const name of ['own', 'all'])
    for (const id of await client.zrange(key(name), '0', '-1')) await client.zincrby(key(name), hourMs, id);
  const facts = await client.hgetall(key('facts'));
  for (const name of ['seen', 'closedUntil', 'dayUsedUntil', 'outageUntil'])
    if (name in facts) await client.hincrbyfloat(key('facts'), name, hourMs);
  client.disconnect();
}

test.each<[string, Partial<Report>]>([
  ['a full window', {}],
  ['a refusal for quota', { closedForMs: 40_000 }],
  ['an outage', { failed: ['a', 'b'] }],
])('Redis: after its clock was set back %s lasts no longer than before', async (what, told) => {
  const counters = openCounters();
  await counters.run(what, { rules, reports: [{ ...nothing, ...told }], ask });
  await setClockBack(what);
  const { answer } = await counters.run(what, { rules, reports: [], ask });
  expect(answer?.kind).toBe('denied');
  expect(answer?.kind === 'denied' && answer.waitMs).toBeLessThanOrEqual(62_000);
});
