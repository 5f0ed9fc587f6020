import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jwtKeys } from '@writ/tenancy';
import { testDatabase, testActor } from '@writ/test-kit';
import { SignJWT } from 'jose';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
});
afterAll(() => gateway.close());

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

async function installWithKey() {
  const installed = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
  const repository = jwtKeys(gateway.database);
  const { id } = await repository.insert(
    {
      projectId: installed.projectId,
      label: 'portal',
      algorithm: 'EdDSA',
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      scopes: ['full'],
    },
    testActor,
  );
  const write = async (claims: Record<string, unknown> = {}, body: object = {}, ends = '5 min') => {
    const token = await new SignJWT({ aud: installed.projectId, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: id })
      .setIssuedAt()
      .setExpirationTime(ends)
      .sign(privateKey);
    return gateway.send(installed.path, {
      headers: { Authorization: `Bearer ${token}` },
      body: { groupRef: 'acme', type: 'create', record: { firstname: 'Ada' }, ...body },
    });
  };
  const change = (changes: { active?: boolean; scopes?: readonly 'operations:read'[] }) =>
    repository.change(installed.projectId, id, changes, testActor);
  return { ...installed, write, change };
}

test('a token writes, at once and later, as the key that signed it may at that moment', async () => {
  const { write, change, records } = await installWithKey();
  expect((await write()).status).toBe(200);
  expect((await write({}, { mode: 'asynchronous' })).body).toEqual({ operationId: expect.any(String) });
  expect(records()).toHaveLength(1);
  await change({ scopes: ['operations:read'] });
  expect((await write()).status).toBe(403);
  await change({ active: false });
  expect((await write()).status).toBe(401);
});

test('a token for a group writes for that group alone, and only if it says so', async () => {
  const { write, records } = await installWithKey();
  expect((await write({ groupRef: 'acme' })).status).toBe(403);
  const claims = { groupRef: 'acme', scope: 'write:records' };
  expect((await write(claims)).status).toBe(200);
  const foreign = await write(claims, { groupRef: 'globex' });
  expect(foreign).toMatchObject({ status: 403, body: { detail: expect.stringContaining('`acme`') } });
  expect(records()).toHaveLength(1);
});

test('a large body of a token is read, once its holder is known', async () => {
  const { write } = await installWithKey();
  const record = { firstname: 'Ada', bio: 'x'.repeat(100_000) };
  expect((await write({}, { record, mode: 'asynchronous' })).status).toBe(200);
  expect((await write({}, { record }, '1 min ago')).status).toBe(401);
});
