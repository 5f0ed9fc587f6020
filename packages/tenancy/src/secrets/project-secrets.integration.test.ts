import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database, type Queryable } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { createKeyring, keyOf } from './keyring.ts';
import { projectSecrets } from './project-secrets.ts';
import { sealWith } from './seal.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const keyText = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const keyring = createKeyring(keyText('k1'));
const place = (rowId = 'row-1') => ({ table: 'connection', column: 'credentials', rowId }) as const;
const keysOf = async (projectId: string) =>
  (await db.prisma.projectKey.findMany({ where: { projectId } })).map(({ id }) => id);

test('a project gets one data key, whoever asks first, and another project another one', async () => {
  const [projectId, other] = [newId(), newId()];
  const seals = await Promise.all(
    Array.from({ length: 8 }, () => projectSecrets(keyring, db.pool).sealer(projectId)),
  );
  const sealed = seals.map((seal) => seal('secret', place()));
  const keys = await keysOf(projectId);
  expect(keys).toHaveLength(1);
  expect(new Set(sealed.map((text) => text.split(':', 2).join(':')))).toEqual(new Set([`v2:${keys[0]!}`]));
  const secrets = projectSecrets(keyring, db.pool);
  for (const text of sealed) expect(await secrets.open(text, place())).toBe('secret');
  await expect(secrets.open(sealed[0]!, place('row-2'))).rejects.toThrow('was changed or moved');
  await secrets.sealer(other);
  expect(await keysOf(other)).not.toEqual(keys);
});

test('many data keys are read in one statement, and never again', async () => {
  const before = projectSecrets(keyring, db.pool);
  const sealed = await Promise.all(
    Array.from({ length: 20 }, async () => (await before.sealer(newId()))('secret', place())),
  );
  let statements = 0;
  const query = (text: string, values: unknown[]) => {
    statements += 1;
    return db.pool.query(text, values);
  };
  const secrets = projectSecrets(keyring, { query } as Queryable);
  const openAll = () => Promise.all(sealed.map((text) => secrets.open(text, place())));
  await openAll();
  const asked = statements;
  expect(asked).toBeLessThan(sealed.length);
  await openAll();
  expect(statements).toBe(asked);
});

test('what was sealed before there were data keys is opened; what no key opens says which one is missing', async () => {
  const projectId = newId();
  const secrets = projectSecrets(keyring, db.pool);
  const older = sealWith({ form: 'v1', id: 'k1', key: keyOf(keyring, 'k1') }, 'secret', place());
  expect(await secrets.open(older, place())).toBe('secret');
  const sealed = (await secrets.sealer(projectId))('secret', place());
  const without = projectSecrets(createKeyring(keyText('k2')), db.pool);
  const lacking = 'ENCRYPTION_KEYS holds no key with the id "k1".';
  await expect(without.open(older, place())).rejects.toThrow(lacking);
  await expect(without.open(sealed, place())).rejects.toThrow(lacking);
  await expect(without.sealer(projectId)).rejects.toThrow(lacking);
  for (const id of [newId(), 'k1', ''])
    await expect(secrets.open(`v2:${id}:a:b:c`, place())).rejects.toThrow('There is no data key');
});

test('in a transaction a data key is read on its connection: no second one is waited for', async () => {
  const sealed = (await projectSecrets(keyring, db.pool).sealer(newId()))('secret', place());
  const secrets = projectSecrets(keyring, {
    query: () => Promise.reject(new Error('no connection')),
  } as never);
  await expect(secrets.open(sealed, place())).rejects.toThrow('no connection');
  expect(await db.transaction(({ sql }) => secrets.open(sealed, place(), sql))).toBe('secret');
});
