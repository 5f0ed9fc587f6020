import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { databaseLink, eventually, testDatabase } from '@writ/test-kit';
import { startGateway } from './testing/start-gateway.ts';

let closing = createClosing();
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

const contacts = { provider: 'hubspot', objectName: 'contacts' } as const;
const create = { type: 'create', record: { firstname: 'Ada' } };
const later = { ...create, mode: 'asynchronous' };

test('a key over its rate: 429 with the time to wait, and nothing is called', async () => {
  const gateway = closing.add(await startGateway(await testDatabase(), { ratePerKey: 5 }), (g) => g.close());
  const installed = await gateway.install(contacts);
  const other = await gateway.install(contacts);
  const answers = await Promise.all(Array.from({ length: 100 }, () => installed.write(create)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).not.toEqual([]);
  // On a slow machine an admitted write may have had no time for its call.
  expect(installed.calls().length).toBeLessThanOrEqual(100 - refused.length);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(body).toMatchObject({ retryable: true, type: expect.stringMatching(/rate-limited$/) });
    expect(Date.parse(String(body['retryAfter']))).not.toBeNaN();
  }
  expect(await other.write(create)).toMatchObject({ status: 200 });
});

test('a project with as many unfinished writes as it may have: 429 for further ones, synchronous ones go on', async () => {
  const gateway = closing.add(await startGateway(await testDatabase(), { maxUnfinished: 3 }), (g) =>
    g.close(),
  );
  const installed = await gateway.install(contacts);
  const other = await gateway.install(contacts);
  for (let accepted = 0; accepted < 3; accepted += 1)
    expect(await installed.write(later)).toMatchObject({ status: 200 });
  const refused = await installed.write(later);
  expect(refused).toMatchObject({
    status: 429,
    body: { retryable: true, type: expect.stringMatching(/backlog-full$/) },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await installed.write(create)).toMatchObject({ status: 200 });
  expect(await other.write(later)).toMatchObject({ status: 200 });
});

test('a group at its limit of unfinished writes or of requests: 429 that names it, and other groups go on', async () => {
  const starting = { maxUnfinishedPerGroup: 2, ratePerGroup: 20 };
  const gateway = closing.add(await startGateway(await testDatabase(), starting), (g) => g.close());
  const installed = await gateway.install(contacts);
  const other = await gateway.install(contacts);
  for (const status of [200, 200]) expect(await installed.write(later)).toMatchObject({ status });
  const refused = await installed.write(later);
  expect(refused).toMatchObject({ status: 429, body: { type: expect.stringMatching(/backlog-full$/) } });
  expect(refused.body['detail']).toMatch(/^The group `.+` has 2 unfinished/);
  // The next count finds a write of another group in the same account.
  await gateway.database.pool.query(
    `UPDATE operation SET group_ref = 'other' WHERE id = (SELECT min(id::text)::uuid FROM operation)`,
  );
  await eventually(async () => (await installed.write(later)).status === 200);
  const answers = await Promise.all(Array.from({ length: 50 }, () => installed.write(create)));
  const details = answers.filter(({ status }) => status === 429).map(({ body }) => body['detail']);
  expect(details[0]).toMatch(/^The group `.+` sends more requests a second than its limit, 20\.$/);
  expect(await other.write(later)).toMatchObject({ status: 200 });
});

async function startOnLink() {
  const server = await testDatabase();
  const link = closing.add(await databaseLink(server.url), (opened) => opened.close());
  const gateway = await startGateway(server, { databaseUrl: link.url });
  // Its pool must end before the link.
  closing.add(gateway, (opened) => opened.close());
  return { server, link, gateway, installed: await gateway.install(contacts) };
}

test('a database that is away: 503 that may be tried again, and all is well when it is back', async () => {
  const { link, installed } = await startOnLink();
  await link.cut();
  for (const body of [create, later]) {
    const answer = await installed.write(body);
    expect(answer).toMatchObject({
      status: 503,
      body: { retryable: true, type: expect.stringMatching(/\/unavailable$/) },
    });
  }
  expect(installed.calls()).toEqual([]);
  await link.restore();
  expect(await installed.write(create)).toMatchObject({ status: 200 });
  expect(await installed.write(later)).toMatchObject({ status: 200 });
});

test('a write that was done while the database went away is recorded later, and its key has the same answer', async () => {
  const { server, link, gateway, installed } = await startOnLink();
  const key = { 'Idempotency-Key': 'order-1' };
  gateway.sandbox.setFault({ provider: 'hubspot', account: installed.account, then: 'hold' });
  const answered = installed.write(create, key);
  await eventually(() => expect(installed.records()).toHaveLength(1));
  await link.cut();
  gateway.sandbox.clearFaults();
  const answer = await answered;
  expect(answer).toMatchObject({ status: 200, body: { result: { success: true } } });
  expect(answer.body['warnings']).toEqual([expect.stringContaining('recorded as soon as')]);
  await link.restore();
  await eventually(async () => {
    const { rows } = await server.pool.query<object>(
      'SELECT id, status, (SELECT answer IS NOT NULL FROM idempotency_key) AS kept FROM operation',
    );
    expect(rows).toEqual([{ id: answer.body['operationId'], status: 'success', kept: true }]);
  });
  const again = await installed.write(create, key);
  expect(again.body).toEqual(answer.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(installed.records()).toHaveLength(1);
});
