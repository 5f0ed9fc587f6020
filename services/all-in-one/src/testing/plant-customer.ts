import { expect } from '@jest/globals';
import type { Operation } from '@writ/contracts';
import { newId, type Queryable } from '@writ/db';
import { addDeadLetters } from '@writ/event-bus';
import type { DemoFile } from '@writ/installations';
import { eventually } from '@writ/test-kit';
import type { DemoCaller } from './demo-caller.ts';

/** A project with an integration for HubSpot. */
type Ground = {
  demo: Pick<DemoFile, 'project' | 'managementUrl' | 'sandboxUrl' | 'integrations'>;
  caller: DemoCaller;
  db: Queryable;
};

/** `name` is in every value of the customer. */
type Customer = { groupRef: string; name: string; recordId: string };

type Written = { operationId: string };

async function writeFor(
  { call, objectUrl }: DemoCaller,
  group: string,
  json: object,
  headers: Record<string, string> = {},
) {
  const url = objectUrl('hubspot', 'contacts');
  const { status, body } = await call<Written>('POST', url, { json: { groupRef: group, ...json }, headers });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

async function install({ demo, caller: { manage } }: Ground, { groupRef, name }: Customer): Promise<void> {
  const token = `sandbox-hubspot-${name}`;
  const connection = await manage('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef,
    groupName: `${name} name`,
    consumerRef: `${name} person`,
    consumerName: `${name} person name`,
    providerWorkspaceRef: `${name} workspace`,
    providerMetadata: { [`${name}Fact`]: `${name} value` },
    oauth2AuthorizationCode: { accessToken: token, refreshToken: `sandbox-refresh-hubspot-${name}` },
  });
  expect(connection.status).toBe(201);
  const objects = {
    contacts: {
      objectName: 'contacts',
      fieldSettings: { lastname: { default: { stringValue: `${name} default` } } },
    },
  };
  const installed = await manage('POST', `/integrations/${demo.integrations.hubspot}/installations`, {
    groupRef,
    groupName: `${name} name`,
    connectionId: connection.body.id,
    config: { createdBy: `${name} creator`, content: { provider: 'hubspot', write: { objects } } },
  });
  expect(installed).toMatchObject({ status: 201 });
}

/** Leaves the customer's values in every place that use of the product fills. */
export async function plant(ground: Ground, customer: Customer): Promise<void> {
  const { demo, caller } = ground;
  const { manage, call, endOf } = caller;
  const { groupRef, name, recordId } = customer;
  await install(ground, customer);
  const later = (json: object, headers: Record<string, string> = {}) =>
    writeFor(
      caller,
      groupRef,
      { mode: 'asynchronous', ...json },
      { 'x-request-id': `${name}-request-${newId()}`, ...headers },
    );
  const email = (): string => `${name}-${newId()}@example.com`;
  await writeFor(
    caller,
    groupRef,
    { type: 'create', record: { email: email() } },
    { 'idempotency-key': `${name}-sync` },
  );
  const one = { type: 'create', record: { email: email() } };
  const writes = [
    await later(one, { 'idempotency-key': `${name}-key` }),
    await later({ type: 'upsert', key: 'email', record: { email: email() } }),
    await later({
      type: 'create',
      batch: [{ record: { email: email() } }, { record: { [name]: 'no field' } }],
    }),
    await later({
      ...one,
      associations: [{ to: { id: recordId }, types: [association] }],
    }),
  ];
  await later(
    { type: 'create', record: { email: email() }, autoBatchPolicy: { maxDelayMinutes: 60 } },
    { 'idempotency-key': `${name}-auto` },
  );
  const missing = await later({ type: 'update', record: { id: recordId, lastname: name } });
  for (const { operationId } of [...writes, missing]) await endOf(operationId);
  const retried = await manage<Written>('POST', `/operations/${missing.operationId}:retry`);
  await endOf(retried.body.operationId);
  // Refused at first, so the failure is stored while it waits.
  await call('POST', `${demo.sandboxUrl}/_sandbox/faults`, {
    json: {
      provider: 'hubspot',
      match: { record: { lastname: `${name} waits` } },
      times: 1,
      then: { status: 429, headers: { 'Retry-After': '600' }, body: { message: `${name} said` } },
    },
  });
  const { operationId } = await later({ type: 'create', record: { lastname: `${name} waits` } });
  await eventually(async () =>
    expect((await manage<Operation>('GET', `/operations/${operationId}`)).body.metadata).toMatchObject({
      retry: { attempts: 1 },
    }),
  );
  await manage('POST', `/operations:cancel?groupRef=${encodeURIComponent(groupRef)}&requestId=none`);
  const app = { provider: 'hubspot', clientId: 'client', clientSecret: 'secret', scopes: ['oauth'] };
  await manage('POST', '/provider-apps', app);
  const connect = {
    projectIdOrName: demo.project,
    provider: 'hubspot',
    groupRef,
    groupName: `${name} name`,
    consumerRef: `${name} person`,
    consumerName: `${name} person name`,
    providerWorkspaceRef: `${name} workspace`,
  };
  const begun = await call('POST', `${demo.managementUrl}/oauth-connect`, { json: connect });
  expect(begun.status).toBe(200);
  await leftByCrashes(ground, customer);
}

const association = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 1 };

/** Left only by a process that dies, or a bus that is away. */
async function leftByCrashes({ demo, db }: Ground, { groupRef, name }: Customer): Promise<void> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM project WHERE name = $1', [demo.project]);
  const projectId = String(rows[0]?.id);
  const event = JSON.stringify({ projectid: projectId, data: { groupRef, name } });
  await db.query(
    `INSERT INTO synchronous_write (project_id, id, begin_time, lease_until, operation) VALUES ($1, $2, now(), now() + interval '1 h', $3)`,
    [projectId, newId(), { groupRef, records: [{ fields: { name } }] }],
  );
  const key = `${projectId}:${name}`;
  const message = { topic: 'lifecycle-events', key, headers: { from: name }, value: Buffer.from(event) };
  await addDeadLetters(db, [{ message, kind: 'invalid', reason: `${name} is no event.` }]);
}

/** Texts only in this customer's data. */
export async function textsOf(db: Queryable, { groupRef, name, recordId }: Customer): Promise<string[]> {
  const { rows } = await db.query<{ account: string }>(
    'SELECT account FROM connection WHERE group_ref = $1',
    [groupRef],
  );
  return [name, recordId, ...rows.map(({ account }) => account)];
}
