import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { archiveKinds, type AuditEntry, type Page, type Task } from '@writ/contracts';
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
import { columnsWith, projectColumns, textColumns, textsIn } from './testing/columns-with.ts';
import { demoCaller, type DemoCaller } from './testing/demo-caller.ts';
import { plant, textsOf } from './testing/plant-customer.ts';
import { startWrit, type RunningWrit } from './testing/start-writ.ts';
import { isListed, unplanted, unplantedOfProject, unshown } from './testing/unplanted-columns.ts';

const adminToken = 'erasing-admin-token';
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
  // Looks at every key: the run's Redis has keys of other tests.
  const redis = closing.add(await startRedis(), (started) => started.close());
  redisUrl = redis.url;
  receiver = closing.add(await startReceiver(), (started) => started.close());
  writ = await startWrit(dataDir, {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: adminToken,
    REDIS_URL: redisUrl,
    DESTINATION_ALLOW_PRIVATE_NETWORKS: 'true',
    DESTINATION_ALLOW_HTTP: 'true',
  });
  closing.add(writ.process, (started) => started.close());
});
afterAll(() => closing.close());

/** The name is in every value of the customer. */
const customerOf = (name: string, recordId: string) => ({ groupRef: `${name}/group:1`, name, recordId });
const erased = customerOf('zzplanted', '778123456001');
const bystander = customerOf('zzbystander', '778123456002');

const doneTask = (id: string): Promise<Task> =>
  eventually(
    async () => {
      const now = (await writ.caller.manage<Task>('GET', `/tasks/${id}`)).body;
      expect(now.state).toBe('done');
      return now;
    },
    { withinMs: 30_000 },
  );

/** The archive has every planted value of the first customer, and no secret or other customer. */
async function expectExported(texts: string[], others: string[], planted: string[]): Promise<void> {
  const { manage } = writ.caller;
  const path = `/groups:export?groupRef=${encodeURIComponent(erased.groupRef)}`;
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
      body: `${rawBody.includes(erased.name) ? erased.name : bystander.name} answered`,
    };
  });
  await subscribe(receiver.url, 'write.async.done');
  const ground = { ...writ, db: database.pool };
  await plant(ground, erased);
  await plant(ground, bystander);
  const [texts, others] = [await textsOf(database.pool, erased), await textsOf(database.pool, bystander)];
  const planted = await columnsWith(database.pool, texts);
  const bare = (await textColumns(database.pool)).filter((name) => !planted.includes(name));
  expect(bare.filter((name) => !isListed(unplanted, name))).toEqual([]);

  await expectExported(texts, others, planted);

  const path = `/groups?groupRef=${encodeURIComponent(erased.groupRef)}`;
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

const admin = <Body = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  json?: object,
) =>
  writ.caller.call<Body>(method, `${writ.demo.managementUrl}${path}`, {
    ...(json && { json }),
    headers: { 'x-api-key': undefined, authorization: `Bearer ${adminToken}` },
  });

async function secondProject(): Promise<{ id: string; demo: RunningWrit['demo']; caller: DemoCaller }> {
  const project = 'zzproject';
  const made = await admin<{ id: string }>('POST', '/projects', { name: project, appName: `${project} app` });
  const { body: key } = await admin<{ key: string }>('POST', `/projects/${project}/api-keys`, {
    label: `${project} key`,
    scopes: ['full'],
  });
  const demo = { ...writ.demo, project, apiKey: key.key, integrations: { hubspot: `${project}-crm` } };
  const caller = demoCaller(demo);
  const sourceYaml = `specVersion: 1.0.0
integrations:
  - name: ${project}-crm
    provider: hubspot
    write:
      objects:
        - objectName: contacts
`;
  expect(await caller.manage('PUT', '/integrations:batch', { sourceYaml })).toMatchObject({ status: 200 });
  return { id: made.body.id, demo, caller };
}

const atMost = { withinMs: 20_000 };

test('nothing of an erased project is left but the entry that says so, and another works on', async () => {
  const { id, demo, caller } = await secondProject();
  const customer = customerOf('zzprojects', '778123456003');
  await caller.subscribe(receiver.url, 'write.async.done');
  await plant({ demo, caller, db: database.pool }, customer);
  await caller.manage('POST', `/groups:export?groupRef=${encodeURIComponent(customer.groupRef)}`);
  const texts = [id, 'zzproject', ...(await textsOf(database.pool, customer))];
  await caller.manage('POST', `/operations:retry?groupRef=${encodeURIComponent(customer.groupRef)}`);
  await caller.manage('POST', '/jwt-keys', {
    label: 'zzproject jwt',
    algorithm: 'EdDSA',
    publicKeyPem: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
  });
  await eventually(async () => {
    const planted = await columnsWith(database.pool, [id]);
    const bare = (await projectColumns(database.pool)).filter((name) => !planted.includes(name));
    expect(bare.filter((name) => !isListed(unplantedOfProject, name))).toEqual([]);
  }, atMost);
  const { body: other } = await admin<{ id: string }>('GET', `/projects/${writ.demo.project}`);
  const isLasting = (name: string): boolean => !/^(?:outbox|operation_feed)\./.test(name);
  const otherBefore = (await columnsWith(database.pool, [other.id])).filter(isLasting);

  const path = `/projects/${id}`;
  expect(await caller.manage('DELETE', '')).toMatchObject({ status: 403 });
  expect((await admin('DELETE', `${path}?dryRun=true`)).body).toMatchObject({
    installations: 1,
    connections: 1,
    operations: { ended: expect.any(Number) },
  });
  const { status, body } = await admin<{ taskId: string }>('DELETE', path);
  expect(status).toBe(202);
  expect((await admin('DELETE', `${path}?force=true`)).body).toMatchObject({ taskId: body.taskId });
  expect((await caller.manage('GET', '/operations')).status).toBe(401);
  expect((await caller.write('hubspot', 'contacts', { type: 'create', record: {} })).status).toBe(401);
  expect((await admin('POST', `${path}/api-keys`, { label: 'late' })).status).toBe(404);
  expect((await admin(`GET`, path)).body).toMatchObject({ eraseTime: expect.any(String) });
  expect((await admin('GET', `${path}/tasks/${body.taskId}`)).body).toMatchObject({ action: 'eraseProject' });
  await database.pool.query(`UPDATE project SET erase_time = erase_time - interval '60 s' WHERE id = $1`, [
    id,
  ]);
  await eventually(async () => expect((await admin('GET', path)).status).toBe(404), atMost);

  expect(await columnsWith(database.pool, texts)).toEqual(['audit_entry.resource_id']);
  const { body: audit } = await admin<Page<AuditEntry>>('GET', `/audit?resourceId=${id}`);
  expect(audit.results).toMatchObject([
    { action: 'deleteProject', resource: { kind: 'project', id }, changes: {} },
  ]);
  expect(await redisKeysWith(redisUrl, texts)).toEqual([]);
  expect(await columnsWith(database.pool, [other.id])).toEqual(expect.arrayContaining(otherBefore));
  const write = { mode: 'asynchronous', type: 'create', record: { lastname: 'After' } };
  const { body: written } = await writ.caller.write<{ operationId: string }>('hubspot', 'contacts', write);
  expect(await writ.caller.endOf(written.operationId)).toMatchObject({ status: 'success' });
});
