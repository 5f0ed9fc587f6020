import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { findByEntry, followOperations } from '@writ/operation';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { testDatabase } from '@writ/test-kit';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const contacts = () => gateway.install({ provider: 'hubspot', objectName: 'contacts' });
/** The hashes of a value are of the project's own keys. */
async function find({ projectId }: { projectId: string }, folded: string) {
  const { pool, prisma } = gateway.database;
  while (await followOperations(pool));
  const valueHashes = (await gateway.secrets.valueHashers(projectId)).map((hash) => hash(folded));
  return findByEntry(prisma, { projectId, value: newId(), recordIds: [], valueHashes, limit: 10 });
}
const idsBy = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).map(({ id, by }) => [id, by]);
const later = { mode: 'asynchronous' };
const create = (record: object) => ({ type: 'create', record });

test('a write is found by an email address that it sends, however it is performed', async () => {
  const acme = await contacts();
  await acme.write(create({ email: 'Ada@Example.com' }));
  const [done] = await find(acme, 'ada@example.com');
  expect(done).toMatchObject({ by: 'value', mode: 'synchronous', status: 'success' });
  const { body: async } = await acme.write({ ...later, ...create({ email: 'grace@example.com' }) });
  expect(await idsBy(acme, 'grace@example.com')).toEqual([[async['operationId'], 'value']]);
  const batch = Array.from({ length: 40 }, (_, n) => ({ record: { email: `n${n + 1}@example.com` } }));
  const { body: many } = await acme.write({ ...later, type: 'create', batch });
  expect(await idsBy(acme, 'n37@example.com')).toEqual([[many['operationId'], 'value']]);
  const collecting = { ...later, autoBatchPolicy: { maxDelayMinutes: 5 } };
  const { body: auto } = await acme.write({ ...collecting, ...create({ email: 'auto@example.com' }) });
  expect(await idsBy(acme, 'auto@example.com')).toEqual([[auto['operationId'], 'value']]);
  expect(await find(acme, 'n37@example')).toEqual([]);
  expect(await find(await contacts(), 'ada@example.com')).toEqual([]);
});

test('an upsert is found by its external id', async () => {
  const acme = await gateway.install({ provider: 'salesforce', objectName: 'Contact' });
  const upsert = {
    type: 'upsert',
    key: 'External_Id__c',
    record: { External_Id__c: 'Cust-9', LastName: 'L' },
  };
  const { body } = await acme.write({ ...later, ...upsert });
  expect(await idsBy(acme, 'cust-9')).toEqual([[body['operationId'], 'value']]);
});

test('a value that the settings do not send leads nowhere', async () => {
  const acme = await gateway.install({
    provider: 'hubspot',
    objectName: 'contacts',
    content: {
      write: {
        objects: {
          contacts: { objectName: 'contacts', selectedFieldSettings: { email: { writeOnCreate: 'never' } } },
        },
      },
    },
  });
  await acme.write({ ...later, ...create({ email: 'dropped@example.com', firstname: 'Ada' }) });
  expect(await find(acme, 'dropped@example.com')).toEqual([]);
});

test('the index and the records hold hashes that differ by project, and no value', async () => {
  const [one, two] = [await contacts(), await contacts()];
  for (const acme of [one, two]) await acme.write({ ...later, ...create({ email: 'secret@example.com' }) });
  expect([await find(one, 'secret@example.com'), await find(two, 'secret@example.com')]).toMatchObject([
    [{ by: 'value' }],
    [{ by: 'value' }],
  ]);
  const { rows } = await gateway.database.pool.query<{ value: string }>(
    'SELECT value FROM search_entry WHERE kind = 4 AND project_id = ANY ($1)',
    [[one.projectId, two.projectId]],
  );
  expect(new Set(rows.map(({ value }) => value)).size).toBe(2);
  for (const { value } of rows) expect(value).toMatch(/^[\w-]{22}$/);
  const { rowCount } = await gateway.database.pool.query(
    "SELECT FROM search_entry AS e WHERE e::text ILIKE '%@%' UNION ALL SELECT FROM operation_record AS r WHERE r.value_hashes::text LIKE '%@%'",
  );
  expect(rowCount).toBe(0);
});

test('without the key that opens the data key, a value has no hash', async () => {
  const acme = await contacts();
  const other = createKeyring(`k2:${Buffer.alloc(32, 7).toString('base64')}`);
  const secrets = projectSecrets(other, gateway.database.pool);
  expect(await secrets.valueHasher(acme.projectId)).toBeUndefined();
  expect(await secrets.valueHashers(acme.projectId)).toEqual([]);
});
