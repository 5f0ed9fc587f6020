import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { createAppLogger, createClosing, newId, type Closing } from '@writ/service-kit';
import { eventually, seededRandom, testRedis } from '@writ/test-kit';
import type { Governor } from './governor.ts';
import { sharedStates } from './states/shared/shared-states.ts';
import { connectedValues } from './testing/connected-values.ts';
import { governorOn, written } from './testing/test-governor.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
let closing: Closing;
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

const windowMs = 300;

/** A process's governor on a shared Redis. */
const open = async (redis: { url: string; prefix?: string }, limit: number): Promise<Governor> => {
  const values = await connectedValues(redis);
  const states = sharedStates({ values, logger, localShare: 0.2, onAlone: () => undefined });
  const { governor } = governorOn(states, { limit, windowMs });
  return closing.add(governor, (opened) => opened.close());
};

/** Writes that wait as long as needed; records when their calls began. */
async function writes(governor: Governor, key: string, times: number, begun: number[]): Promise<void> {
  const random = seededRandom(times);
  for (let number = 0; number < times; number += 1) {
    const options = {
      synchronous: random.next() < 0.5,
      write: newId(),
      patienceMs: 60_000,
      signal: new AbortController().signal,
    };
    await governor.paced({ key, provider: 'crm' }, options, async (pace) => {
      const permission = await pace.begin();
      if (permission.kind !== 'go') throw new Error(permission.fault.message);
      begun.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, random.next() * 20));
      permission.ended({ ...written, usage: { window: { limit: 10, windowMs, remaining: 10 } } });
    });
  }
}

/** A call is recorded a little late, so less than a window is checked. */
const judgedMs = windowMs * 0.8;
const mostInWindow = (begun: readonly number[]): number =>
  Math.max(...begun.map((last) => begun.filter((at) => at > last - judgedMs && at <= last).length));

test('several governors together begin no more calls in any window than the account allows', async () => {
  const redis = closing.add(testRedis(), (opened) => opened.clear());
  const governors = await Promise.all(Array.from({ length: 4 }, () => open(redis, 10)));
  const key = newId();
  const begun: number[] = [];
  const callers = governors.flatMap((governor) => [governor, governor, governor]);
  await Promise.all(callers.map((governor) => writes(governor, key, 6, begun)));
  expect(begun).toHaveLength(72);
  expect(mostInWindow(begun)).toBeLessThanOrEqual(10);
});

test('without Redis a process goes on with a share of the quota, and counts with the others when it is back', async () => {
  const redis = closing.add(await startRedis(), (server) => server.close());
  const governor = await open(redis, 1_000_000);
  const account = { key: newId(), provider: 'crm' };
  const granted = async (wanted: number) => {
    const permits = await governor.permits(account, wanted);
    return permits.kind === 'granted' ? permits.units : permits.kind;
  };
  await eventually(async () => (await granted(1)) === 1);
  await redis.kill();
  await eventually(async () => (await granted(1)) === 1);
  await redis.restart();
  await eventually(async () => (await granted(1)) === 1);
});
