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
const within = { withinMs: 60_000 };

test('several workers write a backlog within the quota that they share, and no call is refused', async () => {
  const running = await start({ windowLimit: 20, governorRedisUrl: testRedis().url });
  const account = await running.account();
  account.settings({ quota: { limit: 20, windowMs: 500 } });
  await account.accept(100);
  await running.work();
  await running.work();
  await eventually(async () => (await account.left()) === 0, within);
  const calls = account.calls();
  expect(calls.filter(({ status }) => status === 429)).toEqual([]);
  expect(calls).toHaveLength(100);
});
