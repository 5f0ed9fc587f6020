import { generateKeyPairSync } from 'node:crypto';
import type { RunningWrit } from '@writ/all-in-one/testing';
import { eventually, type Receiver } from '@writ/test-kit';
import { readAnswers } from './answers.ts';
import type { KeptData, LeftWork } from './kept-data.ts';

type Written = { operationId: string };
type Listed = { results: readonly { id: string }[] };
type Used = Pick<RunningWrit, 'demo' | 'caller'> & { adminToken: string; receiver: Receiver };

/** Its first attempt fails; the receiver's other paths answer 200. */
const failingPath = '/fails-at-first';
const listener = 'laptop';
const erasedGroupRef = 'leaving';

/**
 * Fills the tables with rows of every kind and state, reads them, then begins work that cannot end. The caller kills
 * the product meanwhile.
 */
export async function leaveWork(used: Used): Promise<Pick<KeptData, 'left' | 'answers'>> {
  const settled = await settle(used);
  const answers = await readAll(used);
  return { answers, left: { ...settled, ...(await beginWork(used)) } };
}

type Settled = Pick<LeftWork, 'listener' | 'cookie' | 'jwt' | (`idempoten${string}` & keyof LeftWork)>;

async function settle(used: Used): Promise<Settled> {
  const { caller, receiver } = used;
  const { manage, write, endOf } = caller;
  const credentials = await makeCredentials(used);
  await caller.subscribe(receiver.url, 'write.async.done');
  await subscribeListener(used);
  const record = { email: 'ada@example.com' };
  await write('hubspot', 'contacts', { type: 'create', record });
  await write('salesforce', 'Contact', { type: 'create', record: { LastName: 'Lovelace' } });
  const idempotentBody = { type: 'create', mode: 'asynchronous', record: { email: 'grace@example.com' } };
  const idempotencyKey = 'order-1';
  const keyed = await write<Written>('hubspot', 'contacts', idempotentBody, {
    'idempotency-key': idempotencyKey,
  });
  const later = async (json: object): Promise<string> =>
    (await write<Written>('hubspot', 'contacts', { mode: 'asynchronous', ...json })).body.operationId;
  const ended = [
    keyed.body.operationId,
    await later({ type: 'upsert', key: 'email', record: { ...record, lastname: 'King' } }),
    await later({ type: 'update', record: { id: '778123456001', lastname: 'Nobody' } }),
    await later({
      type: 'create',
      batch: [{ record: { email: 'joan@example.com' } }, { record: { nothing: 'x' } }],
    }),
  ];
  for (const id of ended) await endOf(id);
  await endOf((await manage<Written>('POST', `/operations/${ended[2]}:retry`)).body.operationId);
  const { taskId } = (await manage<{ taskId: string }>('POST', '/groups:export?groupRef=acme')).body;
  await eventually(
    async () => (await manage<{ state: string }>('GET', `/tasks/${taskId}`)).body.state === 'done',
  );
  await receiver.waitForCount(ended.length);
  await eventually(async () => {
    const { results } = (await manage<Listed>('GET', '/deliveries?status=delivered&pageSize=100')).body;
    return results.length >= ended.length;
  });
  const idempotentOperationId = keyed.body.operationId;
  return { ...credentials, listener, idempotencyKey, idempotentBody, idempotentOperationId };
}

async function makeCredentials({
  caller,
  demo,
  adminToken,
}: Used): Promise<Pick<LeftWork, 'cookie' | 'jwt'>> {
  const { manage, call } = caller;
  await manage('POST', '/api-keys', { label: 'reader', scopes: ['operations:read'] });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const jwtKey = await manage('POST', '/jwt-keys', {
    label: 'portal',
    algorithm: 'EdDSA',
    publicKeyPem: publicKey,
    audienceRequired: false,
  });
  const session = await call('POST', `${demo.managementUrl}/session`, {
    json: { adminToken },
    headers: { 'x-api-key': undefined, 'x-writ-console': '1' },
  });
  const cookie = String(session.headers['set-cookie']).split(';', 1)[0] ?? '';
  return { cookie, jwt: { keyId: jwtKey.body.id, privateKeyPem: privateKey } };
}

/** Deliveries wait for a pull. */
async function subscribeListener({ caller: { manage } }: Used): Promise<void> {
  const { body: destination } = await manage('POST', '/destinations', {
    name: listener,
    type: 'listen',
    metadata: {},
  });
  const { body: topic } = await manage('POST', '/topics', { name: listener });
  const route = { topicId: topic.id };
  await manage('POST', '/notification-event-topic-routes', { ...route, eventType: 'write.async.done' });
  await manage('POST', '/topic-destination-routes', { ...route, destinationId: destination.id });
}

async function readAll({ caller, demo }: Used): Promise<Record<string, unknown>> {
  const { call } = caller;
  const document = await call('GET', new URL('/openapi.json', demo.managementUrl).href);
  return readAnswers(
    document.body as Parameters<typeof readAnswers>[0],
    (path) => call('GET', `${demo.managementUrl}${path}`),
    { projectIdOrName: demo.project },
  );
}

async function beginWork(used: Used): Promise<Omit<LeftWork, keyof Settled>> {
  const { caller, demo, receiver } = used;
  const { manage, call, write, journalLength } = caller;
  for (const group of ['paused', 'refused', 'collecting', 'in-flight', erasedGroupRef])
    await addGroup(used, group);
  const later = async (groupRef: string, more: object = {}): Promise<string> => {
    const json = {
      groupRef,
      mode: 'asynchronous',
      type: 'create',
      record: { email: `${groupRef}@example.com` },
    };
    return (await write<Written>('hubspot', 'contacts', { ...json, ...more })).body.operationId;
  };
  await failFirstDelivery(used, () => later('acme'));
  const fault = (account: string, then: unknown) =>
    call('POST', `${demo.sandboxUrl}/_sandbox/faults`, { json: { provider: 'hubspot', account, then } });

  await later('paused');
  const [paused] = (await manage<Listed>('GET', '/lanes?kind=provider&groupRef=paused')).body.results;
  if (!paused) throw new Error('The group has no lane.');
  await manage('POST', `/lanes/${paused.id}:pause`, { reason: 'The org is being migrated.' });
  const pausedOperationId = await later('paused', { record: { email: 'paused-2@example.com' } });

  await fault('refused', { status: 429, headers: { 'Retry-After': '60' }, body: { status: 'error' } });
  await fault('in-flight', 'hang');
  await fault(erasedGroupRef, 'hang');
  const calls = await journalLength();
  const operationIds = {
    refused: await later('refused'),
    collecting: await later('collecting', { autoBatchPolicy: { maxDelayMinutes: 1 } }),
    'in flight': await later('in-flight'),
  };
  await later(erasedGroupRef);
  await eventually(async () => (await journalLength()) >= calls + 3);
  await eventually(async () => {
    const { metadata } = (
      await manage<{ metadata: { retry?: object } }>('GET', `/operations/${operationIds.refused}`)
    ).body;
    return metadata.retry !== undefined;
  });
  const erased = await manage<{ taskId: string }>('DELETE', `/groups?groupRef=${erasedGroupRef}`);
  const { received } = receiver;
  if (!received.some(({ path }) => path === failingPath)) throw new Error('No delivery has failed.');
  return {
    pausedLaneId: paused.id,
    pausedOperationId,
    operationIds,
    taskId: erased.body.taskId,
    erasedGroupRef,
    failingPath,
  };
}

/** Its own account, so that its lane waits for no other. */
async function addGroup({ caller: { manage }, demo }: Used, groupRef: string): Promise<void> {
  const connection = await manage('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef,
    consumerRef: `${groupRef}-person`,
    oauth2AuthorizationCode: {
      accessToken: `sandbox-hubspot-${groupRef}`,
      refreshToken: `sandbox-refresh-hubspot-${groupRef}`,
    },
  });
  const objects = { contacts: { objectName: 'contacts' } };
  const installed = await manage('POST', `/integrations/${demo.integrations.hubspot}/installations`, {
    groupRef,
    connectionId: connection.body.id,
    config: { content: { provider: 'hubspot', write: { objects } } },
  });
  if (installed.status !== 201) throw new Error(JSON.stringify(installed.body));
}

async function failFirstDelivery({ caller, receiver }: Used, write: () => Promise<string>): Promise<void> {
  receiver.answerAlways(({ path }) => ({ status: path === failingPath ? 503 : 200 }));
  await caller.subscribe(`${receiver.url}${failingPath}`, 'write.async.done');
  const id = await write();
  await eventually(async () => {
    const { results } = (await caller.manage<Listed>('GET', `/deliveries?operationId=${id}&pageSize=100`))
      .body;
    return results.length >= 3 && receiver.received.some(({ path }) => path === failingPath);
  });
}
