import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Lane, Operation, Page } from '@writ/contracts';
import { eventually } from '@writ/test-kit';
import { pressCtrlC, startWrit, type RunningWrit } from './testing/start-writ.ts';

let dataDir: string;
let writ: RunningWrit;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'writ-'));
  writ = await startWrit(dataDir);
});
afterAll(async () => {
  await pressCtrlC(writ);
  await rm(dataDir, { recursive: true, force: true });
});

const writeLater = async (record: object): Promise<string> => {
  const answer = await writ.caller.write<{ operationId: string }>('hubspot', 'contacts', {
    type: 'create',
    mode: 'asynchronous',
    record,
  });
  return answer.body.operationId;
};
const operation = async (id: string) =>
  (await writ.caller.manage<Operation>('GET', `/operations/${id}`)).body;
const hubspotLane = async (): Promise<Lane> => {
  const { body } = await writ.caller.manage<Page<Lane>>('GET', '/lanes?kind=provider');
  const lane = body.results.find(({ provider }) => provider === 'hubspot');
  if (!lane) throw new Error('no write has used the account yet');
  return lane;
};

test('a paused account is not written to: what waits is cancelled, tried again, or goes on when it is resumed', async () => {
  const { manage, endOf, journalLength } = writ.caller;
  await endOf(await writeLater({ lastname: 'First' }));
  // The slice that wrote it must end before the lane shows its rate.
  await eventually(async () => (await hubspotLane()).rate > 0);
  const { id } = await hubspotLane();
  expect((await manage('POST', `/lanes/${id}:pause`)).body).toMatchObject({ waiting: { reason: 'paused' } });
  const calls = await journalLength();

  const [second, third] = [await writeLater({ lastname: 'Second' }), await writeLater({ lastname: 'Third' })];
  expect(await operation(second)).toMatchObject({
    status: 'in_progress',
    metadata: { waiting: { reason: 'paused' } },
  });
  expect(await hubspotLane()).toMatchObject({ queued: 2, waiting: { reason: 'paused' } });
  expect((await manage('POST', `/operations/${second}:cancel`)).body).toMatchObject({ result: 'Cancelled' });
  expect((await manage('POST', '/operations:cancel?resource=contacts')).body).toMatchObject({ count: 1 });
  expect(await endOf(third)).toMatchObject({ status: 'failure', result: 'Cancelled' });
  const fourth = await writeLater({ lastname: 'Fourth' });
  expect(await journalLength()).toBe(calls);

  expect((await manage('POST', `/lanes/${id}:resume`)).status).toBe(200);
  expect(await endOf(fourth)).toMatchObject({ status: 'success' });
  const { body } = await manage<{ operationId: string }>('POST', `/operations/${third}:retry`);
  expect(await endOf(body.operationId)).toMatchObject({ status: 'success' });
  expect(await operation(second)).toMatchObject({ status: 'failure', result: 'Cancelled' });
});

/** A customer whose contacts are written with an app's tokens; returns the connection's path. */
async function customer(groupRef: string, tokens: object): Promise<string> {
  const { manage } = writ.caller;
  const app = { provider: 'hubspot', clientId: 'client', clientSecret: 'client-secret', scopes: ['oauth'] };
  await manage('POST', '/provider-apps', app);
  const { body } = await manage('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef,
    consumerRef: 'ada',
    oauth2AuthorizationCode: tokens,
  });
  const content = { provider: 'hubspot', write: { objects: { contacts: { objectName: 'contacts' } } } };
  const integration = writ.demo.integrations.hubspot;
  const installed = await manage('POST', `/integrations/${integration}/installations`, {
    groupRef,
    connectionId: body.id,
    config: { content },
  });
  expect(installed.status).toBe(201);
  return `/connections/${body.id}`;
}

const writeLaterFor = async (groupRef: string, record: object): Promise<string> => {
  const { call, objectUrl } = writ.caller;
  const { body } = await call<{ operationId: string }>('POST', objectUrl('hubspot', 'contacts'), {
    json: { groupRef, type: 'create', mode: 'asynchronous', record },
  });
  return body.operationId;
};
const past = new Date(0).toISOString();

test('a connection that is read, changed and sent back with its credentials hidden still writes', async () => {
  const { manage, endOf } = writ.caller;
  const tokens = { accessToken: 'ended', refreshToken: 'sandbox-refresh-hubspot-acme', expiresAt: past };
  const path = await customer('read-back', tokens);
  // Its token has expired, so a renewal may have changed the time.
  const { updateTime: _, ...read } = (await manage<{ updateTime?: string }>('GET', path)).body;
  const changed = await manage('PATCH', path, {
    updateMask: ['oauth2AuthorizationCode', 'consumerName'],
    connection: {
      consumerName: 'Ada',
      oauth2AuthorizationCode: { accessToken: '[hidden]', refreshToken: '[hidden]' },
    },
  });
  expect(changed).toMatchObject({ status: 200, body: { ...read, consumer: { consumerName: 'Ada' } } });
  const operationId = await writeLaterFor('read-back', { lastname: 'Lovelace' });
  expect(await endOf(operationId)).toMatchObject({ status: 'success' });
});

test('a write of a customer who has taken back consent waits, and goes on as soon as there are new credentials', async () => {
  const { call, manage, endOf } = writ.caller;
  // Refused tokens are accepted only while HubSpot cannot be asked.
  await call('POST', `${writ.demo.sandboxUrl}/_sandbox/faults`, {
    json: { provider: 'hubspot', match: { path: 'account-info' }, times: 1, then: { status: 503 } },
  });
  const path = await customer('gone', { accessToken: 'ended', refreshToken: 'revoked', expiresAt: past });
  const operationId = await writeLaterFor('gone', { lastname: 'Patience' });
  await eventually(async () =>
    expect((await operation(operationId)).metadata.waiting).toMatchObject({ reason: 'connection' }),
  );
  await eventually(async () =>
    expect((await manage('GET', path)).body).toMatchObject({ status: 'bad_credentials' }),
  );
  const given = { accessToken: 'sandbox-hubspot-gone' };
  await manage('PATCH', path, {
    updateMask: ['oauth2AuthorizationCode'],
    connection: { oauth2AuthorizationCode: given },
  });
  expect(await endOf(operationId)).toMatchObject({
    status: 'success',
    metadata: { retry: { attempts: 2 } },
  });
});
