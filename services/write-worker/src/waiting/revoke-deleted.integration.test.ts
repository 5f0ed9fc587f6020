import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  hasRevocations,
  providerApps,
  removeConnection,
  revokeGrants,
  sealCredentials,
  type RevokingDeps,
} from '@writ/installation';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { testActor } from '@writ/test-kit';
import { startWaiting } from '../testing/start-waiting.ts';

let ground: Awaited<ReturnType<typeof startWaiting>>;
beforeAll(async () => {
  ground = await startWaiting();
  const { projectId } = await ground.install();
  await ground.pool.query(`INSERT INTO project (id, name, app_name) VALUES ($1, 'revoking', 'Revoking')`, [
    projectId,
  ]);
  const app = { clientId: 'client', clientSecret: 'client-secret', scopes: [], projectId };
  for (const provider of ['hubspot', 'salesforce'] as const)
    await providerApps(ground.database, secrets()).insert({ ...app, provider }, testActor);
});
afterAll(() => ground.close());
let kept: Parameters<RevokingDeps['onKept']>[0][];
beforeEach(() => {
  kept = [];
  ground.sandbox.clearFaults();
});

const keyring = createKeyring(`k1:${randomBytes(32).toString('base64')}`);
const secrets = () => projectSecrets(keyring, ground.pool);

type Provider = 'hubspot' | 'salesforce';

async function connect(provider: Provider, account: string, grantedHere = true) {
  const { connectionId: id, projectId } = await ground.install('working', account);
  const refreshToken = `sandbox-refresh-${provider}-${account}`;
  const seal = await secrets().sealer(projectId);
  await ground.pool.query(
    `UPDATE connection SET provider = $2, credentials = $3, auth_scheme = 'oauth2AuthorizationCode', granted_here = $4,
      provider_metadata = $5 WHERE id = $1`,
    [
      id,
      provider,
      sealCredentials(seal, { accessToken: 'stale', refreshToken }, id),
      grantedHere,
      { instanceUrl: `${ground.sandbox.url}/salesforce` },
    ],
  );
  await ground.pool.query('DELETE FROM installation WHERE connection_id = $1', [id]);
  const isGranted = async (): Promise<boolean> => {
    const signal = new AbortController().signal;
    const client = { clientId: 'client', clientSecret: 'client-secret', signal, timeoutMs: 10_000 };
    const baseUrl = `${ground.sandbox.url}/salesforce`;
    const request = { ...client, refreshToken, ...(provider === 'salesforce' && { baseUrl }) };
    return (await ground.providers.adapterFor(provider)?.refreshToken(request))?.kind === 'granted';
  };
  return { id, projectId, isGranted };
}

const remove = (id: string) => removeConnection(ground.database.prisma, id);
const round = async () => {
  await ground.pool.query('UPDATE grant_revocation SET due_time = clock_timestamp()');
  await revokeGrants({
    pool: ground.pool,
    secrets: secrets(),
    providers: ground.providers,
    onKept: (one) => kept.push(one),
  });
};

test.each(['hubspot', 'salesforce'] as const)(
  'a deleted connection loses its grant at %s',
  async (provider) => {
    const { id, projectId, isGranted } = await connect(provider, `${provider}-deleted`);
    expect(await isGranted()).toBe(true);
    await remove(id);
    expect(await hasRevocations(ground.database.prisma, { projectId, groupRef: 'acme' })).toBe(true);
    await round();
    expect(await isGranted()).toBe(false);
    expect([await hasRevocations(ground.database.prisma, { projectId }), kept]).toEqual([false, []]);
  },
);

test('a provider that is away is asked four times, then the grant stays and is reported', async () => {
  const { id, projectId, isGranted } = await connect('hubspot', 'away');
  await remove(id);
  const then = { status: 503 };
  ground.sandbox.setFault({ provider: 'hubspot', match: { path: '/revoke' }, times: 10, then });
  for (const left of [true, true, true, false]) {
    expect(kept).toEqual([]);
    await round();
    expect(await hasRevocations(ground.database.prisma, { projectId })).toBe(left);
  }
  expect(kept).toEqual([{ connectionId: id, provider: 'hubspot', reason: expect.any(String) }]);
  expect(await isGranted()).toBe(true);
});

test('a grant that no process has revoked in time stays', async () => {
  const { id, projectId, isGranted } = await connect('hubspot', 'late');
  await remove(id);
  await ground.pool.query(`UPDATE grant_revocation SET create_time = create_time - interval '121 s'`);
  await round();
  expect([kept.map(({ connectionId }) => connectionId), await isGranted()]).toEqual([[id], true]);
  expect(await hasRevocations(ground.database.prisma, { projectId })).toBe(false);
});

test('an account that another connection of the app uses keeps its grant until the last is deleted', async () => {
  const [first, last] = [await connect('hubspot', 'shared'), await connect('hubspot', 'shared')];
  await remove(first.id);
  await round();
  expect([kept.map(({ connectionId }) => connectionId), await first.isGranted()]).toEqual([[first.id], true]);
  await remove(last.id);
  await round();
  expect(await last.isGranted()).toBe(false);
});

test('a connection to an account that the provider has not named keeps the grants of its app', async () => {
  const [named, unnamed] = [await connect('hubspot', 'named'), await connect('hubspot', 'unnamed')];
  await ground.pool.query('UPDATE connection SET account = id::text WHERE id = $1', [unnamed.id]);
  await remove(named.id);
  await round();
  expect([kept.map(({ connectionId }) => connectionId), await named.isGranted()]).toEqual([[named.id], true]);
  await remove(unnamed.id);
  await round();
});

test('a token that no authorization in Writ gave is not revoked', async () => {
  const { id, projectId, isGranted } = await connect('hubspot', 'by-hand', false);
  await remove(id);
  expect(await hasRevocations(ground.database.prisma, { projectId })).toBe(false);
  expect(await isGranted()).toBe(true);
});
