import { afterEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing, newId } from '@writ/service-kit';
import { eventually, redisPair } from '@writ/test-kit';
import { redisValues, type SharedValues } from './redis-values.ts';
import { lookAt } from './shared-states.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

/** A new value, at the time of the last answer. */
async function store(values: SharedValues): Promise<boolean> {
  const name = newId();
  const { nowMs } = await lookAt(values, name);
  const change = { known: '', atMs: nowMs, version: 'v', content: '{}' };
  return !('current' in (await values.change(name, change)));
}

async function openOnPair() {
  const redis = closing.add(await redisPair(), (pair) => pair.close());
  const values = closing.add(redisValues({ redisUrl: redis.url, logger }), (opened) => opened.close());
  await eventually(() => store(values));
  return { redis, values };
}

test('values are shared again after a failover that left the connection to a Redis that only reads', async () => {
  const { redis, values } = await openOnPair();
  await redis.demoteFirst();
  await eventually(() => expect(store(values)).rejects.toThrow('READONLY'));
  redis.leadToSecond();
  await eventually(() => store(values));
});

test('values are shared again after a failover that left the connection to a Redis that is gone', async () => {
  const { redis, values } = await openOnPair();
  redis.leadToSecond();
  redis.silenceFirst();
  await expect(store(values)).rejects.toThrow('timed out');
  await eventually(() => store(values));
});
