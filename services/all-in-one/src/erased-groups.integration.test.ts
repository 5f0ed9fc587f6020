import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { archiveKinds, type Operation, type Task } from '@writ/contracts';
import { newId } from '@writ/db';
import { addDeadLetters } from '@writ/event-bus';
import { startRedis } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import {
  eventually,
  redisKeysWith,
  startReceiver,
  testDatabase,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { columnsWith, textColumns, textsIn } from './testing/columns-with.ts';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';
import { isListed, unplanted, unshown } from './testing/unplanted-columns.ts';

const closing = createClosing();
let writ: RunningWrit;
let database: TestDatabase;
let receiver: Receiver;
let redisUrl: string;

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-erased-')), (path) =>
    rm(path, { recursive: true }),
  );
  database = closing.add(await testDatabase(), (db) => db.drop());
  // Every key is looked at: the run's Redis has keys of other tests.
  const redis = closing.add(await startRedis(), (started) => started.close());
  redisUrl = redis.url;
  receiver = closing.add(await startReceiver(), (started) => started.close());
  writ = await startWrit(dataDir, {
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    DESTINATION_ALLOW_PRIVATE_NETWORKS: 'true',
    DESTINATION_ALLOW_HTTP: 'true',
  });
  closing.add(writ.process, (started) => started.close());
});
afterAll(() => closing.close());

/** Each stands in every value that is a customer's. */
const [mark, other] = ['zzplanted', 'zzbystander'];
/** Of records that no account has. */
const ids: Readonly<Record<string, string>> = { [mark]: '778123456001', [other]: '778123456002' };
const [groupRef, otherRef] = [`${mark}/group:1`, `${other}/group:1`];

type Written = { operationId: string };
const writeFor = async (group: string, json: object, headers: Record<string, string> = {}) => {
  const { call, objectUrl } = writ.caller;
  const url = objectUrl('hubspot', 'contacts');
  const { status, body } = await call<Written>('POST', url, { json: { groupRef: group, ...json }, headers });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};
const endOf = (operationId: string) => writ.caller.endOf(operationId);

async function customer(group: string, name: string): Promise<void> {
  const { manage } = writ.caller;
  const token = `sandbox-hubspot-${name}`;
  const connection = await manage('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef: group,
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
  const installed = await manage('POST', `/integrations/${writ.demo.integrations.hubspot}/installations`, {
    groupRef: group,
    groupName: `${name} name`,
    connectionId: connection.body.id,
    config: { createdBy: `${name} creator`, content: { provider: 'hubspot', write: { objects } } },
  });
  expect(installed).toMatchObject({ status: 201 });
}

/** Leaves the customer's values wherever use of the product can leave them. */
async function plant(group: string, name: string): Promise<void> {
  const { manage, call } = writ.caller;
  await customer(group, name);
  const later = (json: object, headers: Record<string, string> = {}) =>
    writeFor(
      group,
      { mode: 'asynchronous', ...json },
      { 'x-request-id': `${name}-request-${newId()}`, ...headers },
    );
  const email = (): string => `${name}-${newId()}@example.com`;
  await writeFor(
    group,
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
      associations: [{ to: { id: ids[name] }, types: [association] }],
    }),
  ];
  await later(
    { type: 'create', record: { email: email() }, autoBatchPolicy: { maxDelayMinutes: 60 } },
    { 'idempotency-key': `${name}-auto` },
  );
  const missing = await later({ type: 'update', record: { id: ids[name], lastname: name } });
  for (const { operationId } of [...writes, missing]) await endOf(operationId);
  const retried = await manage<Written>('POST', `/operations/${missing.operationId}:retry`);
  await endOf(retried.body.operationId);
  // Refused at first: the failure and its words are kept while it waits.
  await call('POST', `${writ.demo.sandboxUrl}/_sandbox/faults`, {
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
  await manage('POST', `/operations:cancel?groupRef=${encodeURIComponent(group)}&requestId=none`);
  const app = { provider: 'hubspot', clientId: 'client', clientSecret: 'secret', scopes: ['oauth'] };
  await manage('POST', '/provider-apps', app);
  const connect = {
    projectIdOrName: writ.demo.project,
    provider: 'hubspot',
    groupRef: group,
    groupName: `${name} name`,
    consumerRef: `${name} person`,
    consumerName: `${name} person name`,
    providerWorkspaceRef: `${name} workspace`,
  };
  const begun = await call('POST', `${writ.demo.managementUrl}/oauth-connect`, { json: connect });
  expect(begun.status).toBe(200);
  await leftByCrashes(group, name);
}

const association = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 1 };

/** What only a process leaves that dies, or a bus that is away. */
async function leftByCrashes(group: string, name: string): Promise<void> {
  const { pool } = database;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM project');
  const projectId = String(rows[0]?.id);
  const event = JSON.stringify({ projectid: projectId, data: { groupRef: group, name } });
  await pool.query(
    `INSERT INTO synchronous_write (project_id, id, begin_time, lease_until, operation) VALUES ($1, $2, now(), now() + interval '1 h', $3)`,
    [projectId, newId(), { groupRef: group, records: [{ fields: { name } }] }],
  );
  const key = `${projectId}:${name}`;
  const message = { topic: 'lifecycle-events', key, headers: { from: name }, value: Buffer.from(event) };
  await addDeadLetters(pool, [{ message, kind: 'invalid', reason: `${name} is no event.` }]);
}

/** Texts that only this customer's data has. */
async function textsOf(group: string, name: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ account: string }>(
    'SELECT account FROM connection WHERE group_ref = $1',
    [group],
  );
  return [name, String(ids[name]), ...rows.map(({ account }) => account)];
}

const doneTask = (id: string): Promise<Task> =>
  eventually(
    async () => {
      const now = (await writ.caller.manage<Task>('GET', `/tasks/${id}`)).body;
      expect(now.state).toBe('done');
      return now;
    },
    { withinMs: 30_000 },
  );

/** Exports the first customer: every planted value is in the archive, and neither a secret nor another customer is. */
async function expectExported(texts: string[], others: string[], planted: string[]): Promise<void> {
  const { manage } = writ.caller;
  const path = `/groups:export?groupRef=${encodeURIComponent(groupRef)}`;
  const { status, body } = await manage<{ taskId: string }>('POST', path);
  expect(status).toBe(202);
  const task = await doneTask(body.taskId);
  expect(task).toMatchObject({ leftOut: [], archiveURL: expect.any(String) });
  const { body: archive } = await manage<string>('GET', `/tasks/${body.taskId}/archive`);
  const lines = archive.split('\n').slice(0, -1);
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(new Set(kinds)).toEqual(new Set(archiveKinds));
  expect(task.done).toBe(lines.length);
  for (const column of planted.filter((name) => !isListed(unshown, name))) {
    const missing = (await textsIn(database.pool, column, texts)).filter(
      (text) => !archive.includes(JSON.stringify(text).slice(1, -1)),
    );
    expect({ column, missing }).toEqual({ column, missing: [] });
  }
  for (const secret of [...others, 'sandbox-hubspot-', 'sandbox-refresh-', 'client-secret'])
    expect(archive).not.toContain(secret);
}

test('nothing of an erased customer is left, in no column of any table and in no key of Redis', async () => {
  const { manage, subscribe } = writ.caller;
  let refused = 0;
  receiver.answerAlways(({ rawBody }) => {
    refused += 1;
    return {
      status: refused % 2 === 1 ? 500 : 200,
      body: `${rawBody.includes(mark) ? mark : other} answered`,
    };
  });
  await subscribe(receiver.url, 'write.async.done');
  await plant(groupRef, mark);
  await plant(otherRef, other);
  const [texts, others] = [await textsOf(groupRef, mark), await textsOf(otherRef, other)];
  const planted = await columnsWith(database.pool, texts);
  const bare = (await textColumns(database.pool)).filter((name) => !planted.includes(name));
  expect(bare.filter((name) => !isListed(unplanted, name))).toEqual([]);

  await expectExported(texts, others, planted);

  const path = `/groups?groupRef=${encodeURIComponent(groupRef)}`;
  expect((await manage<object>('DELETE', `${path}&dryRun=true`)).body).toMatchObject({
    installations: 1,
    connections: 1,
    operations: { unfinished: 2, sent: 0 },
  });
  const { status, body } = await manage<{ taskId: string }>('DELETE', path);
  expect(status).toBe(202);
  await eventually(async () => {
    const { rowCount } = await database.pool.query(
      `UPDATE erased_group SET begin_time = begin_time - interval '60 s' WHERE end_time IS NULL`,
    );
    return rowCount === 1;
  });
  const task = await doneTask(body.taskId);
  expect(task).toMatchObject({ filter: { groupRef: expect.stringMatching(/^erased:/) }, leftOut: [] });
  expect(await columnsWith(database.pool, texts)).toEqual([]);
  expect(await redisKeysWith(redisUrl, texts)).toEqual([]);
  const isKept = (name: string): boolean => !name.startsWith('outbox.');
  const kept = await columnsWith(database.pool, others);
  expect(kept).toEqual(expect.arrayContaining(planted.filter(isKept)));
});
