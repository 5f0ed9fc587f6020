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
  breaker: { writes: 2, firstMs: 30_000, longestMs: 30_000, probeMs: 30_000 },
};

const asking =
  (states = openStates()) =>
  async (account: string, calls: readonly EndedTestCall[] = [], unused: readonly string[] = []) => {
    const ask: Ask = { synchronous: false, wanted: 5, maxWaitMs: 0 };
    const errand = { rules, calls: endedCalls(calls, performance.now()), unused, ask };
    return (await states.run(account, errand)).answer;
  };
const idsOf = (answer?: Answer) => (answer?.kind === 'granted' ? answer.permits.map(({ id }) => id) : []);
const keyOf = (account: string) => `${redis.prefix}:{${account}}:state`;

test('Redis: permits that were out when it lost its memory are not taken for new ones', async () => {
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
  ['what is no JSON', async (account) => client.set(keyOf(account), 'not what it should be')],
  ['what is no state', async (account) => client.set(keyOf(account), 'another {}')],
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

test('Redis: a change that was made for another time is not made', async () => {
  const change = { known: '', version: 'v1', content: '{}', firstInLine: false };
  const { nowMs, current } = await values.change('timely', { ...change, atMs: 0 });
  expect(current).toEqual({ version: '', content: '' });
  expect(await values.change('timely', { ...change, atMs: nowMs })).not.toHaveProperty('current');
});

/** As if Redis' clock had been an hour ahead. */
const setClockBack = (account: string): Promise<void> =>
  changeText(account, (text) => {
    const state = JSON.parse(text) as AccountState;
    const ahead: AccountState = {
      ...state,
      changedAtMs: state.changedAtMs + hourMs,
      closedUntilMs: state.closedUntilMs + hourMs,
      permits: state.permits.map(({ id, endAtMs }) => ({ id, endAtMs: endAtMs + hourMs })),
      ...(state.outage && { outage: { ...state.outage, untilMs: state.outage.untilMs + hourMs } }),
    };
    return JSON.stringify(ahead);
  });

test.each<[string, EndedTestCall[]]>([
  ['a full window', []],
  ['a refusal for quota', [refusedForQuota(40_000)]],
  ['an outage', [away('a'), away('b')]],
])('Redis: after its clock was set back %s lasts no longer than before', async (what, calls) => {
  const ask = asking();
  await ask(what, calls);
  await setClockBack(what);
  const answer = await ask(what);
  expect(answer?.kind).toBe('denied');
  expect(answer?.kind === 'denied' && answer.waitMs).toBeLessThanOrEqual(62_000);
});

test('Redis: a process before which others always come gets in line, and they wait for it', async () => {
  const theirs = closing.add(await connectedValues(redis), (opened) => opened.close());
  const told: (() => void)[] = [];
  const others = asking(
    openStates({
      ...theirs,
      change: (...given) => theirs.change(...given).finally(() => told.splice(0).forEach((tell) => tell())),
    }),
  );
  const waiting: Promise<unknown>[] = [];
  let changes = 0;
  const slow = asking(
    openStates({
      ...values,
      change: async (...given) => {
        // Another change is always answered first.
        await new Promise<void>((resolve) => {
          told.push(resolve);
          waiting.push(others('contested'));
        });
        changes += 1;
        return values.change(...given);
      },
    }),
  );
  expect((await slow('contested'))?.kind).toBe('denied');
  expect(changes).toBe(4);
  await Promise.all(waiting);
});
