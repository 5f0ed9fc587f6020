import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { databaseUrlFile, keepDatabaseUrl, newId } from '@writ/db';
import { addDeadLetters } from '@writ/event-bus';
import { connectionsForCall, writeLookUps } from '@writ/installation';
import { createTokenReader, findHolders } from '@writ/tenancy';
import { testDatabase } from '@writ/test-kit';
import type { DemoFile } from '../demo/demo-file.ts';
import { startService, type TestService } from '../testing/start-service.ts';
import { testProject } from '../testing/test-project.ts';
import { runAdmin } from './run-admin.ts';

let service: TestService;
let dataDir: string;
beforeAll(async () => {
  service = await startService(await testDatabase());
  dataDir = await mkdtemp(join(tmpdir(), 'writ-admin-'));
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true });
});

async function admin(args: string, more: Record<string, string> = {}) {
  const told: string[] = [];
  const complaints: string[] = [];
  const environment = {
    DATABASE_URL: service.databaseUrl,
    ENCRYPTION_KEYS: service.encryptionKeys,
    SANDBOX_URL: service.sandbox.url,
    DATA_DIR: dataDir,
    ...more,
  };
  const code = await runAdmin(args.split(' '), environment, {
    tell: (line) => told.push(line),
    complain: (line) => complaints.push(line),
  });
  return { code, told, complaints: complaints.join('\n') };
}

const readToken = createTokenReader(() => new Date());
const holderOf = (text: string) => findHolders(service.database, readToken)({ kind: 'apiKey', text });

test('a project and a key are made, and the key works', async () => {
  const project = await admin('create-project --name backend --app-name App');
  expect(project.code).toBe(0);
  expect((await admin('create-project --name backend --app-name App')).complaints).toContain('already');
  const made = await admin('create-key --project backend --label ci --scopes write:records,operations:read');
  const { key } = JSON.parse(made.told[0]!) as { key: string };
  expect(await holderOf(key)).toMatchObject({
    project: { name: 'backend' },
    scopes: new Set(['write:records', 'operations:read']),
  });
  const listed = await admin('list-projects');
  expect(listed.told.map((line) => (JSON.parse(line) as { name: string }).name)).toContain('backend');
});

test('a project that is erased loses its keys, and its lanes stop; asked again, the same task is named', async () => {
  const { id } = JSON.parse((await admin('create-project --name leaving --app-name App')).told[0]!) as {
    id: string;
  };
  const made = await admin('create-key --project leaving --label ci --scopes full');
  const { key } = JSON.parse(made.told[0]!) as { key: string };
  const { pool } = service.database;
  await pool.query(`INSERT INTO lane (id, project_id, kind, name) VALUES ($1, $2, 'provider', 'a')`, [
    newId(),
    id,
  ]);
  const counted = await admin('delete-project --project leaving --dry-run');
  expect(JSON.parse(counted.told[0]!)).toMatchObject({ connections: 0, operations: { unfinished: 0 } });
  expect(await holderOf(key)).toBeDefined();
  const [first, again] = [
    await admin('delete-project --project leaving'),
    await admin(`delete-project --project ${id} --force`),
  ];
  expect(JSON.parse(first.told[0]!)).toEqual({ projectId: id, taskId: expect.any(String), count: 0 });
  expect(again.told).toEqual(first.told);
  expect(await holderOf(key)).toBeUndefined();
  const { rows } = await pool.query('SELECT park_reason, parked_until FROM lane WHERE project_id = $1', [id]);
  expect(rows).toEqual([{ park_reason: 'paused', parked_until: Infinity }]);
  const late = await admin('create-key --project leaving --label late --scopes full');
  expect(late).toMatchObject({ code: 1, complaints: expect.stringContaining('is being erased') });
});

test.each([
  ['create-projcet', 64, 'Did you mean create-project?'],
  ['create-project --name a', 64, '--app-name is missing.'],
  ['create-project --name a/b --app-name App', 64, "can't be a name"],
  ['create-project --nmae a', 64, "'--nmae'"],
  ['create-key --project nothing --label a --scopes full', 1, 'no project "nothing"'],
  ['list-keys --project nothing', 1, 'no project "nothing"'],
  ['expire-key --project a --key b --at tomorrow', 64, '2030-01-31T00:00:00Z'],
  ['revoke-key --project a', 64, '--key is missing.'],
  ['create-key --project nothing --label a --scopes wirte:records', 64, 'Did you mean "write:records"?'],
])('%s is answered with %i and what to do', async (args, code, complaint) => {
  const answer = await admin(args);
  expect(answer.code).toBe(code);
  expect(answer.complaints).toContain(complaint);
});

test('keys are listed, revoked and expire; what is not there ends with 1', async () => {
  const { name, id: projectId, key } = await testProject(service);
  const line = async (args: string) =>
    JSON.parse((await admin(args)).told[0] ?? '') as Record<string, unknown>;
  const made = await line(`create-key --project ${name} --label ci --scopes full`);
  const find = holderOf;
  const listed = await admin(`list-keys --project ${projectId}`);
  expect(listed.told.map((told) => (JSON.parse(told) as { label: string }).label)).toEqual(['test', 'ci']);
  expect(listed.told.join()).not.toContain(made['key']);
  const ci = `--project ${name} --key ${String(made['id'])}`;
  expect(await line(`expire-key ${ci} --at 2020-01-01T00:00:00Z`)).toMatchObject({
    expireTime: '2020-01-01T00:00:00.000Z',
  });
  expect(await find(String(made['key']))).toBeUndefined();
  expect(await line(`expire-key ${ci} --at never`)).not.toHaveProperty('expireTime');
  expect(await find(String(made['key']))).toBeDefined();
  expect(await line(`revoke-key ${ci}`)).toMatchObject({ active: false });
  expect(await find(String(made['key']))).toBeUndefined();
  expect(await find(key)).toBeDefined();
  expect(await admin(`revoke-key --project ${name} --key none`)).toMatchObject({ code: 1 });
});

test('with --json every line is a JSON object', async () => {
  const lines = [
    ...(await admin('migrate --json')).told,
    (await admin('create-key --json --label a')).complaints,
    (await admin('--json list-keys --project nothing')).complaints,
  ];
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { message: 'The database is up to date.' },
    { error: expect.stringContaining('--project is missing.') },
    { error: 'There is no project "nothing".' },
  ]);
});

test('a faulty environment and a database that is not there have messages of their own', async () => {
  const faulty = await admin('seed-demo', { ENCRYPTION_KEYS: 'none', SANDBOX_URL: 'nowhere' });
  expect(faulty.code).toBe(78);
  expect(faulty.complaints).toMatch(/ENCRYPTION_KEYS[\s\S]*SANDBOX_URL/);
  const gone = await admin('list-projects', { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/none' });
  expect(gone).toMatchObject({ code: 1, complaints: expect.stringContaining('the connection was refused') });
});

test('help names every command, and each explains itself', async () => {
  const help = await admin('--help');
  expect(help.code).toBe(0);
  const keys = ['create-key', 'list-keys', 'revoke-key', 'expire-key'];
  const names = ['create-project', ...keys, 'list-projects', 'migrate', 'seed-demo'];
  names.push('new-key', 'reseal', 'check-keys');
  for (const name of [
    ...names,
    'list-dead-letters',
    'replay-dead-letters',
    'unmapped-field-removal',
    'page-keys',
    'delete-project',
  ]) {
    expect(help.told[0]).toContain(name);
    expect((await admin(`${name} --help`)).told[0]).toContain(`admin -- ${name}`);
  }
  expect((await admin('migrate')).told).toEqual(['The database is up to date.']);
});

test('events that could not be taken in are listed and replayed', async () => {
  const { pool } = service.database;
  const message = { topic: 't', key: 'k', headers: {}, value: Buffer.from('{"a":1}') };
  await addDeadLetters(pool, [{ message, kind: 'invalid', reason: 'no id' }]);
  const listed = await admin('list-dead-letters');
  const letter = JSON.parse(listed.told[0] ?? '') as { id: string };
  expect(letter).toMatchObject({ reason: 'no id', topic: 't', key: 'k', bytes: 7, begins: '{"a":1}' });
  const replayed = await admin('replay-dead-letters');
  expect(replayed.told.map((line) => JSON.parse(line) as object)).toEqual([
    { id: letter.id, reason: expect.any(String) as unknown },
    { replayed: 0, unreadable: 1 },
  ]);
  await pool.query('DELETE FROM dead_letter');
  expect(await admin(`replay-dead-letters --id ${letter.id}`)).toMatchObject({ code: 1 });
  expect(await admin('replay-dead-letters --id x')).toMatchObject({ code: 64 });
  expect((await admin('list-dead-letters')).told).toEqual([]);
});

test('the removal of fields without a mapping is switched for one installation', async () => {
  const project = await testProject(service);
  await project.apply();
  await project.connect('acme');
  await project.connect('other');
  const install = async (groupRef: string) =>
    ((await project.install({ groupRef, config: { content: {} } })).body as { id: string }).id;
  const [id, other] = [await install('acme'), await install('other')];
  const isOn = async (groupRef: string) => {
    const target = { projectId: project.id, integrationIdOrName: 'crm', objectName: 'contacts', groupRef };
    const found = await writeLookUps(service.database, readToken).findInstallation(target);
    return found.kind === 'found' && found.installation.removeUnmappedFields;
  };
  const of = `unmapped-field-removal --project ${project.name} --installation`;
  const switched = await admin(`${of} ${id} --switch on`);
  expect(switched.told.map((line) => JSON.parse(line) as unknown)).toEqual([
    { projectId: project.id, installationId: id, unmappedFieldRemoval: true },
  ]);
  expect([await isOn('acme'), await isOn('other')]).toEqual([true, false]);
  expect((await admin(`${of} ${id} --switch off`)).code).toBe(0);
  expect(await isOn('acme')).toBe(false);

  const foreign = await testProject(service);
  for (const [args, complaint, code = 1] of [
    [`${of} ${id} --switch maybe`, 'not "maybe"', 64],
    [`${of} ${id}`, '--switch is missing.', 64],
    [`${of} none --switch on`, 'no installation "none"'],
    [
      `unmapped-field-removal --project ${foreign.name} --installation ${other} --switch on`,
      'no installation',
    ],
    [`unmapped-field-removal --project nothing --installation ${id} --switch on`, 'no project "nothing"'],
  ] as const) {
    expect(await admin(args)).toMatchObject({ code, complaints: expect.stringContaining(complaint) });
  }
  expect([await isOn('acme'), await isOn('other')]).toEqual([false, false]);
});

test('a project is had accept keys of pages, or refuse them; one that refuses them gets none', async () => {
  const name = `project-${newId()}`;
  expect((await admin(`create-project --name ${name} --app-name App`)).told[0]).toContain('"pageKeys":false');
  const create = `create-key --project ${name} --label page --scopes frontend`;
  expect(await admin(create)).toMatchObject({ code: 1, complaints: expect.stringContaining('page-keys') });
  const on = await admin(`page-keys --project ${name} --switch on`);
  expect(JSON.parse(on.told[0] ?? '')).toMatchObject({ name, pageKeys: true });
  expect((await admin(create)).code).toBe(0);
  expect((await admin(`page-keys --project ${name} --switch off`)).told[0]).toContain('"pageKeys":false');
  expect(await admin(`page-keys --project ${name} --switch maybe`)).toMatchObject({ code: 64 });
  expect(await admin('page-keys --project nothing --switch on')).toMatchObject({ code: 1 });
});

test('a project is given its own retention, and the usual one again', async () => {
  const { name } = await testProject(service);
  const set = await admin(`retention --project ${name} --sent 3 --operations 30`);
  expect(JSON.parse(set.told[0] ?? '')).toMatchObject({ sentRetentionDays: 3, operationRetentionDays: 30 });
  expect(await admin(`retention --project ${name} --sent 31`)).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('lower --sent'),
  });
  const usual = await admin(`retention --project ${name} --sent default`);
  expect(JSON.parse(usual.told[0] ?? '')).toEqual(expect.not.objectContaining({ sentRetentionDays: 3 }));
  for (const wrong of ['', '--operations 3', '--sent x', '--deliveries 3651'])
    expect(await admin(`retention --project ${name} ${wrong}`.trim())).toMatchObject({ code: 64 });
});

test('without DATABASE_URL the database of a start in the same folder is found', async () => {
  const missing = await admin('list-projects', { DATABASE_URL: '' });
  expect(missing).toMatchObject({ code: 78, complaints: expect.stringContaining('npm start') });
  const kept = await keepDatabaseUrl(dataDir, service.databaseUrl);
  expect((await stat(databaseUrlFile(dataDir))).mode & 0o777).toBe(0o600);
  expect(await admin('list-projects', { DATABASE_URL: '' })).toMatchObject({ code: 0 });
  const another = await keepDatabaseUrl(dataDir, 'postgresql://postgres:secret@127.0.0.1:1/none');
  await kept.forget();
  const gone = await admin('list-projects', { DATABASE_URL: '' });
  expect(gone).toMatchObject({ code: 1, complaints: expect.stringContaining(databaseUrlFile(dataDir)) });
  expect(gone.complaints).not.toContain('secret');
  await another.forget();
  expect((await admin('migrate', { DATABASE_URL: '' })).code).toBe(78);
});

const readDemo = async (): Promise<DemoFile> =>
  JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoFile;

test('the demo can be written to, and seeding it again changes nothing but what has moved', async () => {
  expect((await admin('seed-demo')).code).toBe(0);
  const demo = await readDemo();
  expect(demo).toEqual({
    managementUrl: 'http://127.0.0.1:8080/v1',
    writeUrl: 'http://127.0.0.1:8081/v1',
    sandboxUrl: service.sandbox.url,
    project: 'demo',
    apiKey: expect.stringMatching(/^writ_/),
    integrations: { hubspot: 'demo-hubspot', salesforce: 'demo-salesforce' },
    groupRef: 'acme',
  });
  expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);

  const holder = (await holderOf(demo.apiKey))!;
  const find = writeLookUps(service.database, readToken).findInstallation;
  const target = { projectId: holder.project.id, groupRef: 'acme' };
  const hubspot = await find({ ...target, integrationIdOrName: 'demo-hubspot', objectName: 'contacts' });
  expect(hubspot).toMatchObject({
    kind: 'found',
    installation: { objectConfig: { deletionSettings: { enabled: true } } },
  });
  const sales = { ...target, integrationIdOrName: 'demo-salesforce', objectName: 'Lead' };
  const salesforce = await find(sales);
  if (salesforce.kind !== 'found') throw new Error('the demo has no Salesforce installation');
  const call = connectionsForCall(service.database, service.secrets);
  expect(await call(salesforce.installation.connectionId)).toMatchObject({
    accessToken: 'sandbox-salesforce-acme',
    baseUrl: `${service.sandbox.url}/salesforce`,
    account: expect.stringMatching(/^00D/),
  });

  expect((await admin('seed-demo', { SANDBOX_URL: 'http://127.0.0.1:1' })).code).toBe(0);
  expect((await readDemo()).apiKey).toBe(demo.apiKey);
  const { connection: _moved, ...same } = salesforce.installation;
  expect(await find(sales)).toMatchObject({ installation: same });
  expect(await call(salesforce.installation.connectionId)).toMatchObject({
    baseUrl: 'http://127.0.0.1:1/salesforce',
  });
});

test('a demo whose key was deleted gets another one', async () => {
  await admin('seed-demo');
  const { apiKey } = await readDemo();
  await service.database.pool.query("DELETE FROM api_key WHERE label = 'demo'");
  await admin('seed-demo');
  const renewed = (await readDemo()).apiKey;
  expect(renewed).not.toBe(apiKey);
  expect(await holderOf(renewed)).toBeDefined();
});

test('a command that changes something leaves an entry in the name of who gave it', async () => {
  const { name, id } = await testProject(service);
  const made = await admin(`create-key --project ${name} --label audited --scopes full`);
  const { id: keyId } = JSON.parse(made.told[0]!) as { id: string };
  await admin(`expire-key --project ${name} --key ${keyId} --at never`);
  await admin(`revoke-key --project ${name} --key ${keyId}`);
  const { body } = await service.send('GET', `/projects/${id}/audit?resourceId=${keyId}`);
  const actor = { kind: 'command', id: userInfo().username };
  expect((body as { results: object[] }).results).toMatchObject([
    { action: 'revoke-key', actor, changes: { active: { before: true, after: false } } },
    { action: 'expire-key', actor, changes: {} },
    { action: 'create-key', actor },
  ]);
});
