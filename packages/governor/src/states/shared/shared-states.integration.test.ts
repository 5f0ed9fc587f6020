import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { testRedis } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { statesConformance } from '../../testing/states-conformance.ts';
import type { AccountState } from '../../core/account-state.ts';
import type { Answer, Ask, QuotaRules } from '../../core/errand.ts';
import { connectedValues } from '../../testing/connected-values.ts';
import { away, endedCalls, refusedForQuota, type EndedTestCall } from '../../testing/ended-calls.ts';
import type { SharedValues } from './redis-values.ts';
import { sharedStates } from './shared-states.ts';

const closing = createClosing();
const redis = closing.add(testRedis(), (opened) => opened.clear());
const client = closing.add(new Redis(redis.url), (opened) => opened.disconnect());
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
afterAll(() => closing.close());

let values: SharedValues;
beforeAll(async () => {
  values = closing.add(await connectedValues(redis), (opened) => opened.close());
});

const openStates = (own = values) =>
  sharedStates({
    values: own,
    logger,
    localShare: 1,
    onAlone: () => {
      throw new Error('Redis is away');
    },
  });

statesConformance({
  name: 'Redis',
  open: () => ({
    states: openStates(),
    nowMs: () => performance.now(),
    passMs: (ms) => sleep(ms),
  }),
});

const hourMs = 3_600_000;
const rules: QuotaRules = {
  window: { limit: 3, windowMs: 60_000 },
  share: 1,
  synchronousShare: 0,
  asynchronousDailyShare: 1,
  breaker: { writes: 2, restMs: 30_000, probeMs: 30_000 },
};

const asking =
  (states = openStates()) =>
  async (account: string, calls: readonly EndedTestCall[] = [], unused: readonly string[] = []) => {
    const ask: Ask = { synchronous: false, wanted: 5, maxWaitMs: 0 };
    const errand = { rules, calls: endedCalls(calls, performance.now()), unused, ask };
    return (await states.run(account, errand)).answer;
  };
const idsOf = (answer?: Answer) => (answer?.kind === 'granted' ? answer.permits.map(({ id }) => id) : []);
const keyOf = (account: string) => `${redis.prefix}:${account}`;

test('Redis: permits from before it lost its memory are not mistaken for new ones', async () => {
  const ask = asking();
  const unused = idsOf(await ask('lost'));
  expect(unused).toHaveLength(3);
  await client.del(keyOf('lost'));
  expect((await ask('lost'))?.kind).toBe('granted');
  expect((await ask('lost', [], unused))?.kind).toBe('denied');
});

/** Changes a state in Redis. */
async function changeText(account: string, change: (state: string) => string): Promise<void> {
  const text = (await client.get(keyOf(account))) ?? '';
  await client.set(keyOf(account), `another ${change(text.slice(text.indexOf(' ') + 1))}`);
}

test.each<[string, (account: string) => Promise<unknown>]>([
  ['a value of another type', async (account) => client.lpush(keyOf(account), 'x')],
  ['a text that is not JSON', async (account) => client.set(keyOf(account), 'not what it should be')],
  ['JSON that is no state', async (account) => client.set(keyOf(account), 'another {}')],
])('Redis: %s is replaced, of this account alone', async (what, spoil) => {
  const ask = asking();
  await Promise.all([ask(what), ask('sound')]);
  await client.del(keyOf(what));
  await spoil(what);
  expect(idsOf(await ask(what))).toHaveLength(3);
  const anotherAsks = asking();
  for (const account of [what, 'sound']) expect((await anotherAsks(account))?.kind).toBe('denied');
});

test('Redis: a state with a moment that is no number is replaced', async () => {
  const ask = asking();
  await ask('no number');
  await changeText('no number', (state) => state.replace('"closedUntilMs":0', '"closedUntilMs":"x"'));
  expect(idsOf(await ask('no number'))).toHaveLength(3);
});

test('Redis: a change made for another time is not stored', async () => {
  const change = { known: '', version: 'v1', content: '{}' };
  const { nowMs, current } = await values.change('timely', { ...change, atMs: 0 });
  expect(current).toEqual({ version: '', content: '' });
  expect(await values.change('timely', { ...change, atMs: nowMs })).not.toHaveProperty('current');
});

test('Redis: an account starts new after the clock was set back', async () => {
  const ask = asking();
  expect((await ask('set back', [refusedForQuota(40_000), away('a'), away('b')]))?.kind).toBe('denied');
  await changeText('set back', (text) => {
    const state = JSON.parse(text) as AccountState;
    return JSON.stringify({ ...state, changedAtMs: state.changedAtMs + hourMs });
  });
  expect(idsOf(await ask('set back'))).toHaveLength(3);
});
