import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createClosing, type Closing } from '@writ/service-kit';
import { eventually, testRedis } from '@writ/test-kit';
import { startQuotaWorker } from './testing/start-quota-worker.ts';

let closing: Closing;
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

const start = async (starting: Parameters<typeof startQuotaWorker>[0]) =>
  closing.add(await startQuotaWorker(starting), (running) => running.close());

test('several workers write a backlog within the quota that they share, and no call is refused', async () => {
  const running = await start({ windowLimit: 20, governorRedisUrl: testRedis().url });
  const account = await running.account();
  account.settings({ quota: { limit: 20, windowMs: 500 } });
  await account.accept(100);
  await running.work();
  await running.work();
  await eventually(async () => (await account.left()) === 0);
  const calls = account.calls();
  expect(calls.filter(({ status }) => status === 429)).toEqual([]);
  expect(calls).toHaveLength(100);
});

test('after a refusal nothing is sent before the time that the provider named, the lane tells why, then all is written', async () => {
  const running = await start({});
  const account = await running.account();
  account.settings({ quota: null });
  // 30 more arrive meanwhile.
  const refusal = { status: 429, headers: { 'Retry-After': '6' }, body: { errorType: 'RATE_LIMIT' } };
  running.sandbox.setFault({ provider: 'hubspot', account: account.account, then: refusal });
  await running.work();
  await account.accept(1);
  await eventually(async () => (await account.tried()) === 1);
  await account.accept(30);
  await eventually(async () => (await account.firstParked('quota')) !== undefined);
  await eventually(async () => (await account.left()) === 0);
  const [refused, ...others] = account.calls().map(({ at }) => new Date(at).getTime());
  expect(others).toHaveLength(31);
  expect(Math.min(...others) - (refused ?? 0)).toBeGreaterThanOrEqual(6_000);
});

test('an account that is away is left alone, and another one is written to meanwhile', async () => {
  const running = await start({});
  const [away, there] = [await running.account(), await running.account()];
  for (const account of [away, there]) account.settings({ quota: null });
  running.sandbox.setFault({ provider: 'hubspot', account: away.account, then: 'reset', times: 10_000 });
  await running.work();
  await away.accept(30);
  await eventually(async () => (await away.firstParked('outage')) !== undefined);
  const foundOutAt = await away.firstParked('outage');
  const calls = away.calls().filter(({ at }) => new Date(at) <= foundOutAt!).length;
  await there.accept(50);
  await eventually(async () => (await there.left()) === 0);
  expect((await there.lane())?.park_reason).toBeNull();
  expect(await away.left()).toBe(30);
  // Calls in flight at the refusal, and probes.
  expect(calls).toBeLessThan(30);
  running.sandbox.clearFaults();
  await eventually(async () => (await away.left()) === 0);
});

test("several workers stay within the percentage that the account's owner set", async () => {
  const running = await start({ windowLimit: 20, governorRedisUrl: testRedis().url });
  const account = await running.account('hubspot', 30);
  account.settings({ quota: { limit: 20, windowMs: 500 } });
  await running.work();
  await running.work();
  await account.accept(24);
  await eventually(async () => (await account.left()) === 0);
  const times = account.calls().map(({ at }) => new Date(at).getTime());
  expect(times).toHaveLength(24);
  // The journal's times may be a few ms off.
  const calls = times.map((last) => times.filter((at) => at <= last && at > last - 450).length);
  // 6 of 20.
  expect(Math.max(...calls)).toBeLessThanOrEqual(6);
});

test("asynchronous writes stop at their share of an org's day", async () => {
  const running = await start({});
  const account = await running.account('salesforce');
  account.settings({ dailyLimit: 100 });
  await running.work();
  await account.accept(100);
  await eventually(async () => (await account.lane())?.park_reason === 'quota');
  // 80 of 100, and calls in flight at the eightieth.
  const calls = account.calls().length;
  expect(calls).toBeGreaterThanOrEqual(80);
  expect(calls).toBeLessThan(100);
  expect(account.calls().filter(({ status }) => status === 403)).toEqual([]);
});
