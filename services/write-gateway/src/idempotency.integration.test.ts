import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { eventually, testDatabase } from '@writ/test-kit';
import type { Answer } from './testing/send.ts';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const installContacts = () => gateway.install({ provider: 'hubspot', objectName: 'contacts' });
const create = { type: 'create', record: { firstname: 'Ada', lastname: 'Lovelace' } };
const later = { ...create, mode: 'asynchronous' };
const aKey = () => ({ 'Idempotency-Key': newId() });
const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

test('a synchronous success is answered again, word for word, and done once', async () => {
  const { write, records } = await installContacts();
  const key = aKey();
  const first = await write(create, key);
  // Members in another order.
  const again = await write({ record: { lastname: 'Lovelace', firstname: 'Ada' }, type: 'create' }, key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
  expect(again.body).toEqual(first.body);
  expect(records()).toHaveLength(1);
});

test('a synchronous refusal is answered again, and the provider is asked once', async () => {
  const { write, calls } = await installContacts();
  const key = aKey();
  const bad = { type: 'create', record: { nonsense: 1 } };
  const [first, again] = [await write(bad, key), await write(bad, key)];
  expect([first.status, again.status]).toEqual([422, 422]);
  expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
  for (const member of ['type', 'detail', 'causes', 'context', 'retryable'])
    expect(again.body[member]).toEqual(first.body[member]);
  expect(calls()).toHaveLength(1);
});

test('an asynchronous write is accepted once, and the same operation is told', async () => {
  const { projectId, write } = await installContacts();
  const key = aKey();
  const [first, again] = [await write(later, key), await write(later, key)];
  expect(again.body).toEqual(first.body);
  expect(isReplayed(again)).toBe(true);
  const { rows } = await gateway.database.pool.query('SELECT 1 FROM operation WHERE project_id = $1', [
    projectId,
  ]);
  expect(rows).toHaveLength(1);
});

test.each([
  [create, { ...create, record: { firstname: 'Bob' } }],
  [create, later],
  [later, create],
])('another body under the same key: 422, with an issue on the header', async (body, other) => {
  const { write, records } = await installContacts();
  const key = aKey();
  await write(body, key);
  const answer = await write(other, key);
  expect(answer).toMatchObject({
    status: 422,
    body: {
      type: expect.stringMatching(/idempotency-mismatch$/),
      issues: [{ in: 'header', name: 'Idempotency-Key', value: key['Idempotency-Key'] }],
    },
  });
  expect(records().length).toBeLessThan(2);
});

test('the same key elsewhere is another key', async () => {
  const [one, two] = [await installContacts(), await installContacts()];
  const key = aKey();
  await one.write(create, key);
  expect(isReplayed(await two.write(create, key))).toBe(false);
});

test('while the first still runs: 409 that may be tried again, then its answer', async () => {
  const { write, account, calls } = await installContacts();
  gateway.sandbox.setFault({ provider: 'hubspot', account, then: 'hold' });
  const key = aKey();
  const first = write(create, key);
  await eventually(() => expect(calls()).toHaveLength(1));
  const meanwhile = await write(create, key);
  gateway.sandbox.clearFaults();
  expect(meanwhile).toMatchObject({
    status: 409,
    body: { retryable: true, type: expect.stringMatching(/request-running$/) },
  });
  const { body } = await first;
  expect((await write(create, key)).body).toEqual(body);
  expect(calls()).toHaveLength(1);
});

test('a refusal that may be tried again, with nothing written, gives the key back', async () => {
  const { write, account, records } = await installContacts();
  const key = aKey();
  gateway.sandbox.setFault({ provider: 'hubspot', account, then: { status: 423 } });
  expect(await write(create, key)).toMatchObject({ status: 503, body: { retryable: true } });
  const again = await write(create, key);
  expect(again.status).toBe(200);
  expect(isReplayed(again)).toBe(false);
  expect(records()).toHaveLength(1);
});

test('what may have been written is not written again', async () => {
  const { write, account, records } = await installContacts();
  const key = aKey();
  gateway.sandbox.setFault({ provider: 'hubspot', account, then: 'commit-then-reset' });
  const [first, again] = [await write(create, key), await write(create, key)];
  expect(again).toMatchObject({ status: first.status, body: { context: { outcome: 'unknown' } } });
  expect(isReplayed(again)).toBe(true);
  expect(records()).toHaveLength(1);
});

test('a process that died in between leaves "outcome unknown"', async () => {
  const { write, account, calls, projectId } = await installContacts();
  gateway.sandbox.setFault({ provider: 'hubspot', account, then: 'hold' });
  const key = aKey();
  const first = write(create, key);
  await eventually(() => expect(calls()).toHaveLength(1));
  await gateway.database.pool.query(
    "UPDATE idempotency_key SET lease_until = clock_timestamp() - interval '1 s' WHERE project_id = $1",
    [projectId],
  );
  expect(await write(create, key)).toMatchObject({
    status: 504,
    body: { retryable: false, context: { outcome: 'unknown' } },
  });
  gateway.sandbox.clearFaults();
  await first;
  expect(calls()).toHaveLength(1);
});

test.each(['', 'x'.repeat(256), 'ä'])('the key %j: 400, with an issue on the header', async (key) => {
  const { write } = await installContacts();
  const answer = await write(create, { 'Idempotency-Key': key });
  expect(answer).toMatchObject({
    status: 400,
    body: { issues: [{ in: 'header', name: 'Idempotency-Key' }] },
  });
});

test('faults of header and body stand in one answer', async () => {
  const { write } = await installContacts();
  const { body } = await write({ type: 'make' }, { 'Idempotency-Key': 'x'.repeat(256) });
  const places = (body['issues'] as { in: string }[]).map((issue) => issue.in);
  expect(new Set(places)).toEqual(new Set(['header', 'body']));
});

test.each([
  ['synchronous', create],
  ['asynchronous', later],
])('of thirty %s requests at once with one key, one is performed', async (mode, body) => {
  const { write, records, projectId } = await installContacts();
  const key = aKey();
  const answers = await Promise.all(Array.from({ length: 30 }, () => write(body, key)));
  const first = answers.filter((answer) => answer.status === 200 && !isReplayed(answer));
  expect(first).toHaveLength(1);
  for (const answer of answers) {
    if (answer.status === 200) expect(answer.body).toEqual(first[0]?.body);
    else expect(answer.status).toBe(409);
  }
  expect(records()).toHaveLength(mode === 'synchronous' ? 1 : 0);
  const { rows } = await gateway.database.pool.query('SELECT 1 FROM operation WHERE project_id = $1', [
    projectId,
  ]);
  expect(rows).toHaveLength(1);
});
