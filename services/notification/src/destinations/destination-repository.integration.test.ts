import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { createKeyring, projectSecrets, reseal } from '@writ/tenancy';
import { testActor } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { destinationRepository } from './destination-repository.ts';
import { secretBox } from './secrets.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 1 });
});
afterAll(() => db.close());

test('a change opens secrets of an older data key without a second connection', async () => {
  const keyring = createKeyring(
    ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`).join(','),
  );
  const begun = () => destinationRepository(db, secretBox(projectSecrets(keyring, db.pool)));
  const projectId = newId();
  const secrets = { signingKeys: [], hidden: { headers: { 'X-Own': 'secret' } } };
  await begun().add(projectId, { name: 'one', type: 'webhook', metadata: {}, secrets }, testActor);
  const [stored] = await db.prisma.destination.findMany();
  await reseal(db.pool, { ...keyring, sealingKeyId: 'k2' }, { newDataKeys: true });
  await db.prisma.destination.updateMany({ data: { sealed: stored!.sealed } });

  const changed = await begun().change(
    projectId,
    'one',
    async ({ view, openSecrets }) => ({ ...view, name: 'two', secrets: await openSecrets() }),
    testActor,
  );

  expect(changed).toMatchObject({ view: { name: 'two' } });
  const found = await begun().find(projectId, 'two');
  expect(await found?.openSecrets()).toEqual(secrets);
});
