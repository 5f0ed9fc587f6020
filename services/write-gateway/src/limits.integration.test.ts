import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { databaseLink, testDatabase } from '@writ/test-kit';
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
  // On a slow machine one that was let through may have found no time for its call.
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

async function startOnLink() {
  const server = await testDatabase();
  const link = closing.add(await databaseLink(server.url), (opened) => opened.close());
  const gateway = await startGateway(server, { databaseUrl: link.url });
  // Its pool has to end while the link stands.
  closing.add(gateway, (opened) => opened.close());
  return { link, gateway, installed: await gateway.install(contacts) };
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
  await link.mend();
  expect(await installed.write(create)).toMatchObject({ status: 200 });
  expect(await installed.write(later)).toMatchObject({ status: 200 });
});

test('a write that was done and could not be recorded is told as done, with a warning', async () => {
  const { link, installed } = await startOnLink();
  // It is recorded once more where the first answer is lost.
  link.loseAnswerTo('INSERT INTO operation_record', 2);
  const answer = await installed.write(create);
  expect(link.losses()).toBe(2);
  expect(answer).toMatchObject({ status: 200, body: { result: { success: true } } });
  expect(answer.body['warnings']).toEqual([expect.stringContaining('could not be recorded')]);
  expect(installed.records()).toHaveLength(1);
});
