import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Governor } from '@writ/governor';
import { findOperation } from '@writ/operation';
import { eventually, testDatabase } from '@writ/test-kit';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

/** One call in ten seconds, until answers name another limit. */
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase(), { windowLimit: 1 });
});
afterAll(() => gateway.close());

const create = { type: 'create', record: { firstname: 'Ada' } };
const installContacts = () => gateway.install({ provider: 'hubspot', objectName: 'contacts' });

test('a write that would wait too long for the quota is answered at once, nothing is sent, and it can be tried again', async () => {
  const { write, calls, projectId, account } = await installContacts();
  gateway.sandbox.settings('hubspot', account, { quota: { limit: 1, windowMs: 60_000 } });
  expect((await write(create)).status).toBe(200);
  const key = { 'Idempotency-Key': 'once' };
  const answer = await write(create, key);
  expect(answer.status).toBe(503);
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/unavailable$/),
    retryable: true,
    subsystem: 'hubspot',
    retryAfter: expect.any(String),
    detail: expect.stringMatching(/quota/),
    context: { outcome: 'notSent', operationId: expect.any(String) },
  });
  const waitSeconds = Number(answer.headers.get('Retry-After'));
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(62);
  expect(calls()).toHaveLength(1);
  const { operationId } = answer.body['context'] as { operationId: string };
  expect(await findOperation(gateway.database.prisma, projectId, operationId)).toMatchObject({
    status: 'failure',
    result: expect.stringMatching(/Not sent/),
  });
  // The key was freed: the repetition is performed.
  const again = await write(create, key);
  expect(again.status).toBe(503);
  expect(again.headers.get('Idempotency-Replayed')).toBeNull();
});

test('writes that wait for a moment all get through, and none is refused by the provider', async () => {
  const { write, calls, account } = await installContacts();
  gateway.sandbox.settings('hubspot', account, { quota: { limit: 2, windowMs: 400 } });
  const first = await write(create);
  const others = await Promise.all([write(create), write(create)]);
  expect([first, ...others].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(calls().filter(({ status }) => status === 429)).toEqual([]);
});

test('an account that is away is answered for at once, and others are written to', async () => {
  const [away, there] = await Promise.all([installContacts(), installContacts()]);
  for (const { account } of [away, there]) {
    gateway.sandbox.settings('hubspot', account, { quota: { limit: 1_000, windowMs: 1_000 } });
    await (account === away.account ? away : there).write(create);
  }
  // No probe before the test ends.
  const then = { status: 503, headers: { 'Retry-After': '600' } };
  gateway.sandbox.setFault({ provider: 'hubspot', account: away.account, times: 1_000, then });
  for (let number = 0; number < 5; number += 1) {
    const another = { type: 'create', record: { firstname: `Ada ${number}` } };
    expect((await away.write(another)).body).toMatchObject({ context: { outcome: 'unknown' } });
  }
  const calls = away.calls().length;
  const answer = await away.write(create);
  expect(answer).toMatchObject({
    status: 502,
    body: {
      detail: expect.stringContaining('the CRM answered 503'),
      remedy: expect.stringContaining(`Send the request again after ${String(answer.body['retryAfter'])}`),
      retryable: true,
      retryAfter: expect.any(String),
      context: { outcome: 'notSent' },
    },
  });
  expect(away.calls()).toHaveLength(calls);
  expect((await there.write(create)).status).toBe(200);
});

test('an account that leaves writes unanswered has a share of the connections: others are written to, and nothing more is sent to it', async () => {
  const [silent, other] = await Promise.all([installContacts(), installContacts()]);
  for (const { account, write } of [silent, other]) {
    gateway.sandbox.settings('hubspot', account, { quota: { limit: 1_000, windowMs: 1_000 } });
    await write(create);
  }
  gateway.sandbox.setFault({ provider: 'hubspot', account: silent.account, times: 1_000, then: 'hold' });
  const answers: Awaited<ReturnType<typeof silent.write>>[] = [];
  const writes = Array.from({ length: 24 }, async () => answers.push(await silent.write(create)));
  await eventually(() => expect(silent.calls()).toHaveLength(9));
  expect((await other.write(create)).status).toBe(200);
  await eventually(() => answers.length === 16);
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 503,
      body: { retryable: true, retryAfter: expect.any(String), context: { outcome: 'notSent' } },
    });
  }
  expect(silent.calls()).toHaveLength(9);
  gateway.sandbox.clearFaults();
  await Promise.all(writes);
  expect(answers.slice(16).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('one record that is sent again and again, and breaks the provider each time, is no outage', async () => {
  const { write, account } = await installContacts();
  gateway.sandbox.settings('hubspot', account, { quota: { limit: 1_000, windowMs: 1_000 } });
  await write(create);
  gateway.sandbox.setFault({ provider: 'hubspot', account, times: 6, then: 'reset' });
  for (let number = 0; number < 6; number += 1) await write(create);
  expect((await write(create)).status).toBe(200);
});

test('a write whose caller has gone gives up its turn: nothing is sent', async () => {
  const asked = Promise.withResolvers<undefined>();
  const held = await startGateway(await testDatabase(), {
    governor: governorWithoutTurns(() => asked.resolve(undefined)),
  });
  try {
    const { path, key, calls, projectId } = await held.install({
      provider: 'hubspot',
      objectName: 'contacts',
    });
    const caller = new AbortController();
    const sent = fetch(held.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': key },
      body: JSON.stringify({ groupRef: 'acme', ...create }),
      signal: caller.signal,
    });
    await asked.promise;
    caller.abort();
    await expect(sent).rejects.toThrow();
    const stored = () =>
      held.database.pool.query("SELECT FROM operation WHERE project_id = $1 AND status = 'failure'", [
        projectId,
      ]);
    await eventually(async () => expect((await stored()).rowCount).toBe(1));
    expect(calls()).toEqual([]);
  } finally {
    await held.close();
  }
});

const governorWithoutTurns = (onAsked: () => void): Governor => ({
  permits: () => Promise.resolve({ kind: 'busy' }),
  giveBack: () => undefined,
  look: () => Promise.reject(new Error('Nobody looks at it.')),
  close: () => Promise.resolve(),
  paced: (_, { signal }, work) =>
    work({
      begin: async () => {
        onAsked();
        await once(signal, 'abort');
        return { kind: 'stop', fault: gaveUp };
      },
    }),
});

const gaveUp = { kind: 'timeout', sent: 'notSent', retryable: true, message: 'No time left.' } as const;
