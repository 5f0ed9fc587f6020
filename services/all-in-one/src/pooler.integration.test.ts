import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { startPgBouncer, startReceiver, testDatabase } from '@writ/test-kit';
import { startWrit } from './testing/start-writ.ts';

const closing = createClosing();
afterAll(() => closing.close());

const writes = 100;

test('behind a pooler in transaction mode each write is done once and its end delivered, with few sessions', async () => {
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const pooler = await startPgBouncer(database.url, 'transaction', ['default_pool_size = 5']);
  closing.add(pooler, (opened) => opened.close());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-pooler-')), (path) =>
    rm(path, { recursive: true }),
  );
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const writ = await startWrit(dataDir, {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOL_SIZE: '20',
    LOG_LEVEL: 'warn',
  });
  closing.add(writ.process, (running) => running.close());
  await writ.caller.subscribe(receiver.url, 'write.async.done');

  const accepted = await Promise.all(
    Array.from({ length: writes }, (_, index) =>
      writ.caller.write<{ operationId: string }>('hubspot', 'contacts', {
        type: 'create',
        mode: 'asynchronous',
        record: { email: `pooled-${index}@example.com` },
      }),
    ),
  );
  const ends = await Promise.all(accepted.map(({ body }) => writ.caller.endOf(body.operationId)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['success']));
  const delivered = await receiver.waitForCount(writes);
  expect(new Set(delivered.map(({ headers }) => headers['webhook-id'])).size).toBe(writes);
  const records = await writ.caller.records('hubspot', 'contacts');
  const emails = records.map(({ fields }) => String(fields['email'])).filter((each) => /^pooled-/.test(each));
  expect([emails.length, new Set(emails).size]).toEqual([writes, writes]);
  expect(writ.process.output()).not.toMatch(/"level":"(?:warn|error)"/);
});
