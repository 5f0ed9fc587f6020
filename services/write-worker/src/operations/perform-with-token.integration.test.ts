import { randomBytes } from 'node:crypto';
import { testActor } from '@writ/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import {
  changeConnection,
  connectionsForCall,
  findConnection,
  liveConnections,
  insertConnection,
  providerApps,
  sealCredentials,
} from '@writ/installation';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { aClaimedOperation } from '@writ/operation/testing';
import { createServiceFrame } from '@writ/service-kit';
import { installationOf } from '../testing/installation-of.ts';
import { startGround, type Ground } from '../testing/start-ground.ts';
import { unpaced } from '../testing/unpaced.ts';
import { createPerformOperation } from './perform-operation.ts';

const keyring = createKeyring(`k1:${randomBytes(32).toString('base64')}`);

let ground: Ground;
let database: Ground['database'];
let sandbox: Ground['sandbox'];
let providers: Ground['providers'];
beforeAll(async () => {
  ground = await startGround();
  ({ database, sandbox, providers } = ground);
});
afterAll(() => ground.close());

/** A create whose connection has a stale token. */
async function waitingCreate(refreshToken?: string | null) {
  const [projectId, connectionId, account] = [newId(), newId(), newId()];
  const provider = 'hubspot';
  const secrets = projectSecrets(keyring, database.pool);
  const own = { clientId: 'client', clientSecret: 'client-secret' };
  await providerApps(database, secrets).insert({ projectId, provider, scopes: [], ...own }, testActor);
  const sealer = await secrets.sealer(projectId);
  const seal = (accessToken: string) =>
    sealCredentials(
      sealer,
      {
        accessToken,
        ...(refreshToken !== null && { refreshToken: refreshToken ?? `sandbox-refresh-hubspot-${account}` }),
      },
      connectionId,
    );
  await insertConnection(database.prisma, {
    id: connectionId,
    projectId,
    provider,
    groupRef: 'acme',
    groupName: null,
    consumerRef: null,
    consumerName: null,
    providerWorkspaceRef: null,
    account,
    authScheme: 'oauth2AuthorizationCode',
    credentials: seal('stale'),
    expireTime: null,
    providerMetadata: null,
  });
  const operation = aClaimedOperation({ projectId, connectionId, provider, account });
  const findForCall = connectionsForCall(database, secrets);
  const perform = createPerformOperation({
    providers,
    connections: liveConnections({
      database,
      secrets,
      findConnection: findForCall,
      providers,
      announce: addToOutbox,
      random: () => 0,
      onSealedFast: () => undefined,
    }),
    findInstallation: async (id) => installationOf(operation, await findForCall(connectionId))(id),
    governor: unpaced,
    random: () => 0,
    logger: createServiceFrame('write-worker', { LOG_LEVEL: 'error' }).logger,
  });
  return {
    attempt: () =>
      perform(operation, {
        remainingMs: () => 15_000,
        heldMs: () => 0,
        signal: new AbortController().signal,
      }),
    reconnect: async () =>
      changeConnection(database.prisma, connectionId, {
        ...(await findConnection(database.prisma, { projectId, id: connectionId }))!,
        credentials: {
          authScheme: 'oauth2AuthorizationCode',
          credentials: seal(`sandbox-hubspot-${account}`),
          expireTime: null,
        },
      }),
    held: () => sandbox.records('hubspot', account, 'contacts'),
  };
}

test('a write whose token is refused is sent once more with a new one, in the same attempt', async () => {
  const { attempt, held } = await waitingCreate();
  expect((await attempt()).judgement.next).toMatchObject({ do: 'end', status: 'success' });
  expect(held()).toHaveLength(1);
});

test.each([
  ['a connection whose consent was taken back', 'revoked'],
  ['a key that the provider refuses', null],
])('a write waits for %s without a call, and is done when it works again', async (_, refreshToken) => {
  const { attempt, reconnect, held } = await waitingCreate(refreshToken);
  const waits = {
    records: [{ status: 'pending', faults: [{ kind: 'unauthorized', sent: 'notSent', retryable: true }] }],
    next: { do: 'retry', waitsFor: 'connection' },
  };
  expect((await attempt()).judgement).toMatchObject(waits);
  const calls = sandbox.journal({}).length;
  expect((await attempt()).judgement).toMatchObject(waits);
  expect(sandbox.journal({})).toHaveLength(calls);
  await reconnect();
  expect((await attempt()).judgement.next).toMatchObject({ do: 'end', status: 'success' });
  expect(held()).toHaveLength(1);
});
