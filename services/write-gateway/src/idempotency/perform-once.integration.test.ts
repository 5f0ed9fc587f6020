import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, openDatabase, type Database } from '@writ/db';
import { createAppLogger } from '@writ/service-kit';
import { testDatabase, type TestDatabase } from '@writ/test-kit';
import { createPerformOnce } from './perform-once.ts';

let own: TestDatabase;
let db: Database;
beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 4, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
const aRequest = () => ({
  projectId: newId(),
  scope: 'i/contacts',
  key: newId(),
  bodyHash: Buffer.from('x'),
});

test('a key is given back when the database was away before anything was sent', async () => {
  const performOnce = createPerformOnce({ pool: db.pool, logger });
  const request = aRequest();
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await expect(performOnce(request, () => Promise.reject(away))).rejects.toBe(away);
  const again = await performOnce(request, () => Promise.resolve({ operationId: 'o' }));
  expect(again).toEqual({ body: { operationId: 'o' }, replayed: false });
});

test('a key is kept when nobody knows what a bug left behind', async () => {
  const performOnce = createPerformOnce({ pool: db.pool, logger });
  const request = aRequest();
  await expect(performOnce(request, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  await expect(performOnce(request, () => Promise.resolve({}))).rejects.toMatchObject({
    kind: 'request-running',
  });
});
