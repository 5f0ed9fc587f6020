import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { Refusal } from '@writ/http-kit';
import { createAppLogger } from '@writ/service-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { performOnce } from './perform-once.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
const aRequest = () => ({
  projectId: newId(),
  scope: 'i/contacts',
  key: newId(),
  bodyHash: Buffer.from('x'),
});

test('a key is given back when the database was away before anything was sent', async () => {
  const request = aRequest();
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await expect(performOnce({ pool: db.pool, logger }, request, () => Promise.reject(away))).rejects.toBe(
    away,
  );
  const again = await performOnce({ pool: db.pool, logger }, request, () =>
    Promise.resolve({ operationId: 'o' }),
  );
  expect(again).toEqual({ body: { operationId: 'o' }, replayed: false });
});

test('a key is kept when nobody knows what a bug left behind', async () => {
  const request = aRequest();
  await expect(
    performOnce({ pool: db.pool, logger }, request, () => Promise.reject(new Error('a bug'))),
  ).rejects.toThrow('a bug');
  await expect(
    performOnce({ pool: db.pool, logger }, request, () => Promise.resolve({})),
  ).rejects.toMatchObject({
    kind: 'request-running',
  });
});

test('a key is given back when the connection has to be made anew, unless something may have been written', async () => {
  const refused = (outcome: string) =>
    new Refusal('connection-not-working', { detail: 'gone', context: { connectionId: 'c', outcome } });
  const perform = (request: ReturnType<typeof aRequest>, outcome?: string) =>
    performOnce({ pool: db.pool, logger }, request, () =>
      outcome === undefined ? Promise.resolve({ operationId: 'o' }) : Promise.reject(refused(outcome)),
    );
  const [before, amid] = [aRequest(), aRequest()];
  await expect(perform(before, 'notSent')).rejects.toMatchObject({ kind: 'connection-not-working' });
  expect(await perform(before)).toMatchObject({ replayed: false });
  await expect(perform(amid, 'unknown')).rejects.toMatchObject({ kind: 'connection-not-working' });
  await expect(perform(amid)).rejects.toMatchObject({ kind: 'connection-not-working' });
});
