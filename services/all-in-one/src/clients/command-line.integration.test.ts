import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startProcess, startReceiver, testDatabase } from '@writ/test-kit';
import { verifyWebhook } from '@writ/sdk';
import { commandsIn } from '../testing/run-command.ts';
import { pressCtrlC, startWrit, type RunningWrit } from '../testing/start-writ.ts';

const main = join(import.meta.dirname, '../../../../packages/cli/src/writ.main.ts');
const admin = join(import.meta.dirname, '../../../installations/src/admin/admin.main.ts');
const closing = createClosing();
let dataDir: string;
let databaseUrl: string;
let running: RunningWrit;
let writ: ReturnType<typeof commandsIn>;

beforeAll(async () => {
  dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-cli-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  writ = commandsIn({ DATA_DIR: dataDir });
  databaseUrl = closing.add(await testDatabase(), (db) => db.drop()).url;
  running = closing.add(await startWrit(dataDir, { DATABASE_URL: databaseUrl }), (started) =>
    pressCtrlC(started),
  );
});
afterAll(() => closing.close());

const idOf = async (args: string[]) => (await writ([...args, '-q'])).out.trim();
const fileIn = async (name: string, text: string): Promise<string> => {
  await writeFile(join(dataDir, name), text);
  return join(dataDir, name);
};
const lines = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('records are created, changed and deleted without any set-up, and printed for people, programs and shells', async () => {
  const created = await writ(['write', 'create', 'contacts', '-d', '{"email":"one@example.com"}', '--json']);
  const { recordId } = JSON.parse(created.out) as { recordId: string };
  expect(created).toMatchObject({ code: 0, err: '' });
  expect(
    await writ(['write', 'update', 'contacts', '-d', '@-', '--id', recordId], {
      input: '{"firstname":"Ada"}',
    }),
  ).toMatchObject({
    code: 0,
    out: expect.stringContaining(`recordId: ${recordId}`),
  });
  expect(await writ(['write', 'delete', 'contacts', '--id', recordId, '-q'])).toMatchObject({
    code: 0,
    out: `${recordId}\n`,
  });
});

test('a write for later is waited for, found again, and told step by step', async () => {
  const created = ['write', 'create', 'contacts', '-d', '{"email":"two@example.com"}', '--async', '--wait'];
  const id = await idOf(created);

  expect(await writ(['ops', 'list', '--status', 'success', '--since', '1h'])).toMatchObject({
    code: 0,
    out: expect.stringContaining(id),
  });
  expect(await writ(['ops', 'watch', id])).toMatchObject({
    code: 0,
    out: expect.stringContaining('status: success'),
  });
  expect((await writ(['ops', 'records', id])).out).toContain('written');
  expect((await writ(['ops', 'logs', id])).out).toContain('INFO');
  expect((await writ(['ops', 'attempts', id])).out).toContain('success');
  expect(JSON.parse((await writ(['ops', 'get', id, '--json'])).out)).toMatchObject({ id, status: 'success' });
  expect(await writ(['ops', 'retry', id])).toMatchObject({
    code: 5,
    err: expect.stringContaining('What to do: '),
  });
  const many = ['ops', 'cancel', '-g', 'acme', '--dry-run'];
  expect(JSON.parse((await writ([...many, '--json'])).out)).toMatchObject({ count: 0 });
  // The same email again: the write fails.
  expect(await writ([...created])).toMatchObject({
    code: 1,
    out: expect.stringContaining('status: failure'),
  });
});

const nobodysId = '00000000-0000-7000-8000-000000000000';
const withId = '{"email":"x@example.com","id":"1"}';
type Refused = { name: string; args: string[]; code: number; err: RegExp; env?: Record<string, string> };
const refused: Refused[] = [
  { name: 'nothing of that name', args: ['ops', 'get', nobodysId], code: 3, err: /Request: / },
  {
    name: 'a refused input',
    args: ['write', 'create', 'contacts', '-d', withId],
    code: 6,
    err: /body \/record\/id: /,
  },
  {
    name: 'an object that is not written',
    args: ['write', 'create', 'nothing', '-d', '{}'],
    code: 6,
    err: /What to do: /,
  },
  { name: 'no JSON', args: ['write', 'create', 'contacts', '-d', 'email'], code: 2, err: /no JSON object/ },
  { name: 'a command that is none', args: ['wirte'], code: 2, err: /unknown command/ },
  { name: 'many without a filter', args: ['ops', 'cancel', '--yes'], code: 2, err: /filter/ },
  { name: 'many that may not be meant', args: ['ops', 'retry', '-g', 'acme'], code: 2, err: /--yes/ },
  {
    name: 'no service',
    args: ['ops', 'list'],
    code: 78,
    err: /WRIT_MANAGEMENT_URL, WRIT_WRITE_URL, WRIT_PROJECT, WRIT_API_KEY/,
    env: { DATA_DIR: '/nowhere' },
  },
];

test.each(refused)('$name ends with its own code and says what to do', async ({ args, code, err, env }) => {
  const ended = await writ(args, env && { env });
  expect(ended).toMatchObject({ code, out: '', err: expect.stringMatching(err) });
});

test('a key that is none, and a host that is not there, are told apart', async () => {
  const { managementUrl, writeUrl, project } = running.demo;
  const env = {
    WRIT_MANAGEMENT_URL: managementUrl,
    WRIT_WRITE_URL: writeUrl,
    WRIT_PROJECT: project,
    WRIT_API_KEY: 'none',
  };
  const nobody = 'http://127.0.0.1:1/v1';
  expect(await writ(['ops', 'list'], { env })).toMatchObject({ code: 4 });
  expect(await writ(['doctor'], { env })).toMatchObject({
    code: 4,
    out: expect.stringContaining('create-key'),
  });
  expect(await writ(['doctor'], { env: { ...env, WRIT_WRITE_URL: nobody } })).toMatchObject({
    code: 7,
    out: expect.stringContaining('npm start'),
  });
  await eventually(async () =>
    expect(await writ(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('may: full') }),
  );
});

test('a batch that was killed goes on where it was cut off, and each record is written once', async () => {
  const count = 950;
  const records = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ email: `batch-${index}@example.com` }),
  );
  const file = await fileIn('people.ndjson', records.join('\n'));
  const results = `${file}.results.ndjson`;
  const batch = ['write', 'batch', 'contacts', file];
  const { demo, caller } = running;
  const answersAfter = (latencyMs: number) =>
    caller.call('PUT', `${demo.sandboxUrl}/_sandbox/settings/hubspot/acme`, { json: { latencyMs } });
  // Slow enough to be killed before it ends.
  await answersAfter(500);
  const killed = await startProcess({
    command: process.execPath,
    args: [main, ...batch],
    env: { DATA_DIR: dataDir },
    readyWhen: async () => (await readFile(results, 'utf8').catch(() => '')).split('\n').length > 200,
  });
  killed.kill('SIGKILL');
  await killed.waitForExit();
  await answersAfter(0);
  const before = (await readFile(results, 'utf8')).split('\n').length - 1;
  // A crash in the middle of a line: its batch was sent, and is sent again.
  await writeFile(results, (await readFile(results, 'utf8')).slice(0, -20));

  expect(await writ(batch)).toMatchObject({
    code: 0,
    err: expect.stringContaining(`of ${count} records have`),
  });
  const lastly = await lines(results);
  const held = (await caller.records('hubspot', 'contacts')).filter((record) =>
    JSON.stringify(record).includes('"batch-'),
  );
  expect(before).toBeLessThan(count);
  expect(held).toHaveLength(count);
  expect(lastly.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(new Set(lastly.map(({ recordId }) => recordId)).size).toBe(count);
  expect(await writ(batch)).toMatchObject({ code: 0, out: expect.stringContaining(`written: ${count}`) });

  await writeFile(file, '{"email":"another@example.com"}');
  expect(await writ(batch)).toMatchObject({ code: 2, err: expect.stringContaining('--results') });
});

test('CSV is read with its quotes, empty cells are no value, and a file that is none is refused before anything is sent', async () => {
  const csv = await fileIn(
    'people.csv',
    'email,firstname,lastname\n"csv@example.com","Ada ""A""",\ncsv@example.com,B,C\n',
  );
  const ended = await writ(['write', 'batch', 'contacts', csv, '--json']);
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.out)).toMatchObject({ records: 2, written: 1, failed: 1 });
  const [first, second] = await lines(`${csv}.results.ndjson`);
  expect(first).toMatchObject({ index: 0, success: true });
  expect(JSON.stringify(await running.caller.records('hubspot', 'contacts'))).toContain('Ada \\"A\\"');
  expect(second).toMatchObject({ index: 1, success: false });
  expect(await idOf(['ops', 'list', '--status', 'partial'])).toBe(second?.['operationId']);

  // The cause is removed: only failed records are sent again.
  const again = ['write', 'batch', 'contacts', csv, '--retry-failed'];
  expect(await writ(again)).toMatchObject({ code: 1, err: expect.stringContaining('--retry-failed') });
  await writ(['write', 'delete', 'contacts', '--id', String(first?.['recordId'])]);
  expect(await writ(again)).toMatchObject({ code: 0, out: expect.stringContaining('written: 2') });
  const [same, written] = await lines(`${csv}.results.ndjson`);
  expect(same).toEqual(first);
  expect(written).toMatchObject({ index: 1, success: true, recordId: expect.any(String) });

  const handed = ['write', 'batch', 'contacts', await fileIn('handed.csv', 'email\nhanded@example.com\n')];
  const operationId = await idOf([...handed, '--async']);
  expect(await idOf([...handed, '--async'])).toBe(operationId);
  expect(await writ([...handed, '--retry-failed'])).toMatchObject({ code: 2 });
  expect(await writ(handed)).toMatchObject({ code: 0 });
  expect(await lines(`${handed.at(-1)}.results.ndjson`)).toMatchObject([{ success: true, operationId }]);

  const broken = await fileIn('broken.ndjson', '{"email":"never@example.com"}\n[]\n');
  expect(await writ(['write', 'batch', 'contacts', broken])).toMatchObject({
    code: 2,
    err: expect.stringContaining('line 2'),
  });
  expect(await writ(['write', 'batch', 'contacts', '/nowhere.csv'])).toMatchObject({ code: 2 });
  expect(JSON.stringify(await running.caller.records('hubspot', 'contacts'))).not.toContain('never@');
});

test('webhooks come to an address of this machine, signed, also those of the time when nobody listened', async () => {
  const receiver = closing.add(await startReceiver(), (started) => started.close());
  const listen = () => {
    const stopping = new AbortController();
    const args = ['listen', '--forward-to', receiver.url, '--name', 'mine', '--json'];
    const ended = writ(args, { signal: stopping.signal });
    return { stop: () => (stopping.abort(), ended) };
  };
  const idle = listen();
  const routes = () => running.caller.manage<object[]>('GET', '/topic-destination-routes');
  await eventually(async () => (await routes()).body.length === 1);
  expect(await idle.stop()).toMatchObject({ code: 0, err: expect.stringContaining('whsec_') });

  receiver.answerNext({ status: 503 }, { status: 200, body: 'taken' });
  const id = await idOf([
    'write',
    'create',
    'contacts',
    '-d',
    '{"email":"heard@example.com"}',
    '--async',
    '--wait',
  ]);
  const listening = listen();
  const { rawBody, headers } = await receiver.waitFor((request) => request.rawBody.toString().includes(id));
  const secret = await running.caller.manage<{ secrets: { webhookSigningKey: string } }>(
    'GET',
    '/destinations/mine?includeSecrets=true',
  );
  expect(await verifyWebhook(rawBody, headers, secret.body.secrets.webhookSigningKey)).toMatchObject({
    data: { operationId: id },
  });
  const delivery = await idOf(['deliveries', 'list', '--operation', id]);
  expect((await writ(['deliveries', 'list', '--operation', id])).out).toMatch(/ write\.async\.done +mine /);
  await eventually(async () => (await writ(['deliveries', 'get', delivery])).out.includes('503'));
  await writ(['deliveries', 'redeliver', delivery]);
  await eventually(async () => (await writ(['deliveries', 'get', delivery])).out.includes('taken'));
  const ended = await listening.stop();
  expect(ended.out).toContain('"answer":200');

  const webhook = [
    await fileIn('body', rawBody.toString()),
    await fileIn('headers', JSON.stringify(headers)),
  ];
  const verify = ['verify', '--body', webhook[0]!, '--headers', webhook[1]!, '--secret'];
  expect(await writ([...verify, secret.body.secrets.webhookSigningKey, '-q'])).toMatchObject({ code: 0 });
  expect(await writ([...verify, `whsec_${'A'.repeat(44)}`])).toMatchObject({ code: 1 });
});

test('listening changes no topic that leads elsewhere, and tells which types its own one leads no more', async () => {
  const { manage } = running.caller;
  const made = async (path: string, body: object) =>
    (await manage<{ id: string }>('POST', path, body)).body.id;
  const metadata = { url: 'http://127.0.0.1:9/' };
  const backend = await made('/destinations', { name: 'backend', type: 'webhook', metadata });
  const eventTypes = ['write.async.done', 'connection.error'];
  const orders = await made('/topics', { name: 'orders', eventTypes, destinationIds: [backend] });
  const typesOf = async (topicId: string) => {
    const { body } = await manage<{ eventType: string }[]>(
      'GET',
      `/notification-event-topic-routes?topicId=${topicId}`,
    );
    return body.map(({ eventType }) => eventType).toSorted();
  };
  const listen = ['listen', '--forward-to', 'http://127.0.0.1:1', '--name'];
  expect(await writ([...listen, 'orders'])).toMatchObject({
    code: 5,
    err: expect.stringMatching(/Topic orders leads to another destination[^]*another --name/),
  });
  expect(await typesOf(orders)).toEqual(eventTypes.toSorted());
  expect((await manage('GET', '/destinations/orders')).status).toBe(404);

  const own = await made('/topics', { name: 'own', eventTypes });
  const stopping = new AbortController();
  const listening = writ([...listen, 'own', '--events', 'connection.error'], { signal: stopping.signal });
  await eventually(
    async () => (await manage<object[]>('GET', `/topic-destination-routes?topicId=${own}`)).body.length === 1,
  );
  stopping.abort();
  expect(await listening).toMatchObject({
    code: 0,
    err: expect.stringMatching(/own no longer receives write.async.done, [^]*Another --name/),
  });
  expect(await typesOf(own)).toEqual(['connection.error']);
});

test('configuration is looked at and changed', async () => {
  const yaml =
    'specVersion: 1.0.0\nintegrations:\n  - name: extra\n    provider: hubspot\n    write:\n      objects:\n        - objectName: contacts\n';
  const manifest = await fileIn('writ.yaml', yaml);
  expect(await writ(['manifest', 'check', manifest])).toMatchObject({ code: 0 });
  expect(await writ(['manifest', 'check', await fileIn('bad.yaml', 'specVersion: 9')])).toMatchObject({
    code: 6,
  });
  expect(await writ(['manifest', 'diff', manifest])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/make +extra/),
  });
  expect(await writ(['manifest', 'apply', manifest])).toMatchObject({
    code: 0,
    out: expect.stringContaining('extra'),
  });

  const installation = await idOf(['installations', 'list', '--limit', '1']);
  expect(installation).toMatch(/^[\w-]{36}$/);
  expect((await writ(['connections', 'list', '-g', 'acme'])).out).toContain('acme');
  await writ(['write', 'create', 'contacts', '-d', '{"email":"lane@example.com"}', '--async', '--wait']);
  const [lane = ''] = (await idOf(['lanes', 'list', '--kind', 'provider'])).split('\n');
  const why = 'The org is being migrated.';
  expect((await writ(['lanes', 'pause', lane, '--reason', why, '--json'])).out).toContain(why);
  expect(await idOf(['lanes', 'list', '--waiting', 'paused'])).toBe(lane);
  expect((await writ(['lanes', 'list', '--waiting', 'paused'])).out).toContain(`paused: ${why}`);
  expect((await writ(['lanes', 'resume', lane, '--json'])).out).not.toContain(why);
  expect(await idOf(['lanes', 'list', '--waiting', 'paused'])).toBe('');

  const key = JSON.parse(
    (await writ(['keys', 'create', '--label', 'reader', '--scopes', 'operations:read', '--json'])).out,
  ) as { id: string };
  const expire = `expire-key --project ${running.demo.project} --key ${key.id} --at 2040-01-31T00:00:00Z`;
  const env = { DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [admin, ...expire.split(' ')], { env });
  expect((await writ(['keys', 'list'])).out).toContain('2040-01-31T00:00:00.000Z');
  expect(await writ(['keys', 'revoke', key.id])).toMatchObject({ code: 2 });
  expect(await writ(['keys', 'revoke', key.id, '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('active: false'),
  });
  const pair = join(dataDir, 'jwt.pem');
  const made = await writ(['jwt-keys', 'create', '--label', 'portal', '--out', pair]);
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('SignJWT') });
  expect((await stat(pair)).mode & 0o777).toBe(0o600);
  expect((await writ(['jwt-keys', 'list'])).out).toContain('portal');
});

test('a shell completes commands and options', async () => {
  const { out } = await writ(['completion', 'bash'], { env: {} });
  const after = async (...words: string[]) => {
    const given = `COMP_WORDS=(writ ${words.join(' ')}); COMP_CWORD=${words.length}`;
    const shell = await startProcess({
      command: 'bash',
      args: ['-c', `${out}\n${given}; _writ; echo "$COMPREPLY"`],
    });
    await shell.waitForExit();
    await shell.close();
    return shell.output().trim();
  };
  expect(await after('ops', 'ca')).toBe('cancel');
  expect(await after('write', 'pl')).toBe('plan');
  expect(await after('deliveries', 'redeliver', '--dr')).toBe('--dry-run');
  expect(await after('tasks', 'watch', '--prof')).toBe('--profile');
});
