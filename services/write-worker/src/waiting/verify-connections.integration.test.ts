import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  connectionsForCall,
  liveConnections,
  providerApps,
  sealCredentials,
  type ConnectionCredentials,
} from '@writ/installation';
import { createAppLogger } from '@writ/service-kit';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { eventually, testActor } from '@writ/test-kit';
import { sandboxProviders } from '../testing/sandbox-providers.ts';
import { startWaiting } from '../testing/start-waiting.ts';
import { verifyConnections } from './verify-connections.ts';

let ground: Awaited<ReturnType<typeof startWaiting>>;
beforeEach(async () => {
  ground = await startWaiting();
});
afterEach(() => ground.close());

const keyring = createKeyring(`k1:${randomBytes(32).toString('base64')}`);
const secretsOf = () => projectSecrets(keyring, ground.pool);
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

/** Without an account, its id stands for it. */
async function unverified(credentials: ConnectionCredentials, account?: string) {
  const { pool, install } = ground;
  const installed = await install('unverified', account ?? newId());
  const { connectionId: id } = installed;
  if (account === undefined) await pool.query('UPDATE connection SET account = id::text WHERE id = $1', [id]);
  await pool.query('UPDATE connection SET credentials = $2 WHERE id = $1', [
    id,
    sealCredentials(await secretsOf().sealer(installed.projectId), credentials, id),
  ]);
  const now = async () => {
    const { rows } = await pool.query<{ status: string; account: string }>(
      'SELECT status, account FROM connection WHERE id = $1',
      [id],
    );
    return rows[0];
  };
  return { ...installed, now };
}

function startVerifying() {
  const { database, closing, sandbox } = ground;
  const secrets = secretsOf();
  const providers = closing.add(sandboxProviders(sandbox, 4), (opened) => opened.close());
  const findConnection = connectionsForCall(database, secrets);
  const deps = { database, secrets, providers, findConnection, announce: addToOutbox, logger };
  const connections = liveConnections({ ...deps, random: () => 0, onSealedFast: () => undefined });
  closing.add(verifyConnections({ ...deps, connections, everyMs: 20 }), (rounds) => rounds.close());
}

test('a connection is verified as soon as the provider answers, its account is learnt, and what waited is written', async () => {
  const { sandbox, accept, work, find, startReleasing, woken } = ground;
  const one = await unverified({ accessToken: 'sandbox-hubspot-acme' });
  const id = await accept({ ...one, account: one.connectionId });
  await work(one.laneId);
  expect(await find(id)).toMatchObject({ status: 'in_progress', waiting: { reason: 'connection' } });
  sandbox.setFault({ provider: 'hubspot', match: { path: 'account-info' }, times: 3, then: { status: 503 } });
  startVerifying();
  startReleasing();
  await eventually(async () => (await one.now())?.status === 'working');
  expect((await one.now())?.account).toMatch(/^\d+$/);
  await eventually(() => woken.includes(one.laneId));
  await work(one.laneId);
  expect(await find(id)).toMatchObject({ status: 'success' });
});

test('credentials that are refused end it, and so does another account', async () => {
  const refused = await unverified({ accessToken: 'dead' });
  const moved = await unverified({ accessToken: 'sandbox-hubspot-acme' }, 'another-account');
  startVerifying();
  const ended = async () =>
    (await Promise.all([refused.now(), moved.now()])).every((now) => now?.status === 'bad_credentials');
  await eventually(ended);
  const { rows } = await ground.pool.query<{ type: string }>(
    `SELECT body::json ->> 'type' AS type FROM outbox ORDER BY seq`,
  );
  expect(rows.map(({ type }) => type)).toEqual(['connection.error', 'connection.error']);
});

test('credentials of which the provider does not tell the account end a connection of a known one alone', async () => {
  const known = await unverified({ accessToken: 'sandbox-hubspot-acme' }, 'an-account');
  const unknown = await unverified({ accessToken: 'sandbox-hubspot-acme' });
  const body = { category: 'MISSING_SCOPES', message: 'The token may not tell' };
  const then = { status: 403, body };
  ground.sandbox.setFault({ provider: 'hubspot', match: { path: 'account-info' }, times: 2, then });
  startVerifying();
  await eventually(async () => (await known.now())?.status === 'bad_credentials');
  await eventually(async () => (await unknown.now())?.status === 'working');
  expect((await unknown.now())?.account).toBe(unknown.connectionId);
});

test('a token that has ended is refreshed first', async () => {
  const refreshToken = 'sandbox-refresh-hubspot-acme';
  const one = await unverified({ accessToken: 'ended', refreshToken });
  await providerApps(ground.database, secretsOf()).insert(
    {
      projectId: one.projectId,
      provider: 'hubspot',
      scopes: [],
      clientId: 'client',
      clientSecret: 'client-secret',
    },
    testActor,
  );
  startVerifying();
  await eventually(async () => (await one.now())?.status === 'working');
  expect((await one.now())?.account).toMatch(/^\d+$/);
});

test('a client that could not be asked for a token is asked for one', async () => {
  const { pool, sandbox } = ground;
  const one = await unverified({ accessToken: '', clientId: 'own-client', clientSecret: 'own-secret' });
  await pool.query(`UPDATE connection SET provider = 'salesforce', provider_metadata = $2 WHERE id = $1`, [
    one.connectionId,
    { instanceUrl: `${sandbox.url}/salesforce` },
  ]);
  startVerifying();
  await eventually(async () => (await one.now())?.status === 'working');
  expect((await one.now())?.account).toMatch(/^00D/);
});
