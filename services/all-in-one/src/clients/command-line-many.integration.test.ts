import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver, testDatabase } from '@writ/test-kit';
import { commandsIn } from '../testing/run-command.ts';
import { pressCtrlC, startWrit, type RunningWrit } from '../testing/start-writ.ts';

const closing = createClosing();
let dataDir: string;
let running: RunningWrit;
let writ: ReturnType<typeof commandsIn>;

beforeAll(async () => {
  dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-cli-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  running = closing.add(await startWrit(dataDir, { DATABASE_URL: database.url }), (started) =>
    pressCtrlC(started),
  );
  writ = commandsIn({ DATA_DIR: dataDir });
});
afterAll(() => closing.close());

const json = async <Answer>(args: string[]): Promise<Answer> =>
  JSON.parse((await writ([...args, '--json'])).out) as Answer;
const createLater = async (email: string): Promise<string> => {
  const data = JSON.stringify({ email });
  return (await writ(['write', 'create', 'contacts', '-d', data, '--async', '--wait', '-q'])).out.trim();
};

test('a plan tells the fate of each field, and of what would be refused each fault; nothing is sent', async () => {
  const before = await running.caller.journalLength();
  const plan = ['write', 'plan', 'contacts', '-d', '{"email":"plan@example.com","mobile":"1"}'];
  const { code, out } = await writ(plan);
  expect(code).toBe(0);
  expect(out).toMatch(/^mobile +mapped +mobilephone +1 +The installation maps it/m);
  expect(await json(plan)).toMatchObject({ record: { mobilephone: '1' } });
  expect(await writ([...plan, '--type', 'update'])).toMatchObject({
    code: 6,
    out: '',
    err: expect.stringMatching(/body \/record\/id: [^]*What to do: [^]*Request: /),
  });
  expect(await writ([...plan, '-g', 'nobody'])).toMatchObject({ code: 3 });
  expect(await running.caller.journalLength()).toBe(before);
});

test('an upsert of one record, and of a file, says what was created', async () => {
  const upsert = (data: object, ...more: string[]) => [
    ...['write', 'upsert', 'contacts', '--key', 'email', '-d', JSON.stringify(data)],
    ...more,
  ];
  const first = { email: 'first@example.com' };
  expect(await json(upsert(first))).toMatchObject({ created: true });
  expect(await json(upsert({ ...first, jobtitle: 'x' }))).toMatchObject({ created: false });
  expect(await writ(upsert(first, '--async', '--wait'))).toMatchObject({ code: 0 });
  const nobody = upsert({ email: 'nobody@example.com' }, '--on-missing', 'fail');
  expect(await writ(nobody)).toMatchObject({ code: 1, err: expect.stringContaining('No record has') });

  const file = join(dataDir, 'people.csv');
  await writeFile(file, 'email,firstname\nfirst@example.com,First\nsecond@example.com,Second\n');
  const ofFile = ['write', 'upsert', 'contacts', file, '--key', 'email'];
  expect(await json(ofFile)).toMatchObject({ records: 2, written: 2 });
  const results = (await readFile(`${file}.results.ndjson`, 'utf8')).trim().split('\n');
  expect(results.map((line) => (JSON.parse(line) as { created: boolean }).created)).toEqual([false, true]);
  expect(await writ(ofFile.toSpliced(3, 1))).toMatchObject({
    code: 2,
    err: expect.stringContaining('--data'),
  });
  expect(await writ([...ofFile.slice(0, -1), 'firstname'])).toMatchObject({ code: 2 });

  const plan = [
    'write',
    'plan',
    'contacts',
    '--type',
    'upsert',
    '--key',
    'email',
    '-d',
    JSON.stringify(first),
  ];
  expect((await writ(plan)).out).toMatch(/^email +written/m);
});

test('an id of anything is found, and what is counted agrees with what was written', async () => {
  const id = await createLater('found@example.com');
  const found = await eventually(async () => {
    const { code, out } = await writ(['search', id]);
    if (code !== 0) throw new Error('not found yet');
    return out;
  });
  expect(found).toMatch(/^operation +/m);
  expect((await writ(['search', 'acme', '-q'])).out.split('\n').length).toBeGreaterThan(2);
  expect(await writ(['search', 'nobody'])).toMatchObject({ code: 3, out: '' });

  type Told = { buckets: { accepted: number }[] };
  const told = await eventually(async () => {
    const stats = await json<Told>(['ops', 'stats', '--since', '1h', '--bucket', 'hour']);
    if (stats.buckets.length === 0) throw new Error('not counted yet');
    return stats;
  });
  expect(told.buckets[0]?.accepted).toBeGreaterThan(0);
  expect((await writ(['ops', 'stats'])).out).toMatch(/ACCEPTED +SUCCEEDED +FAILED/);
});

test('the console shows what an id names, in a browser where there is a terminal', async () => {
  const id = await createLater('shown@example.com');
  const console = running.demo.managementUrl.replace('/v1', '/console/projects/demo');
  const address = `${console}/operations/${id}`;
  expect(await writ(['open', id])).toMatchObject({ code: 0, out: `address: ${address}\n`, err: '' });
  expect((await writ(['open', '--print', '-q'], { terminal: true })).out).toBe(`${console}\n`);
  expect((await fetch(address)).status).toBe(200);
  expect(await writ(['open', 'nobody'])).toMatchObject({ code: 3 });
  const integration = await writ(['open', 'acme']);
  expect(integration).toMatchObject({ code: 3, err: expect.stringContaining('no page') });

  const browser = '#!/bin/sh\necho "$1" > "$(dirname "$0")/shown"\n';
  for (const name of ['open', 'xdg-open']) await writeFile(join(dataDir, name), browser, { mode: 0o755 });
  const env = { DATA_DIR: dataDir, PATH: `${dataDir}:${process.env['PATH'] ?? ''}` };
  expect(await writ(['open', id], { env, terminal: true })).toMatchObject({ code: 0 });
  const shown = await eventually(async () => {
    const text = await readFile(join(dataDir, 'shown'), 'utf8');
    if (text === '') throw new Error('nothing yet');
    return text;
  });
  expect(shown).toBe(`${address}\n`);
  const none = await writ(['open', id], { env: { DATA_DIR: dataDir, PATH: '/nowhere' }, terminal: true });
  expect(none).toMatchObject({ code: 0, err: expect.stringContaining('No browser') });
});

test('many operations are previewed, then tried again by a task whose progress is shown', async () => {
  await createLater('twice@example.com');
  const failed = [await createLater('twice@example.com'), await createLater('twice@example.com')];
  const many = ['ops', 'retry', '--status', 'failure', '--fault', 'conflict', '--since', '1h'];

  const preview = await writ([...many, '--dry-run']);
  expect(preview).toMatchObject({ code: 0, out: expect.stringMatching(/^2 match/) });
  for (const id of failed) expect(preview.out).toContain(id);
  expect((await writ(['tasks', 'list', '-q'])).out).toBe('');

  const done = await writ([...many, '--yes'], { terminal: true });
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining('2/2') });
  expect(done.out).toMatch(/^state: done$/m);
  const taskId = /^id: (.*)$/m.exec(done.out)?.[1] ?? '';
  expect((await writ(['ops', 'list', '--task', taskId, '-q'])).out.trim().split('\n')).toHaveLength(2);
  expect((await writ(['tasks', 'list', '--action', 'retry', '-q'])).out.trim()).toBe(taskId);
  expect(await json(['tasks', 'get', taskId])).toMatchObject({ count: 2, done: 2, state: 'done' });
  expect(await writ(['tasks', 'watch', taskId])).toMatchObject({ code: 0 });
  expect(await writ(['tasks', 'stop', taskId])).toMatchObject({ code: 0 });
  // A second run leaves out retried ones and says why.
  expect((await writ([...many, '--dry-run'])).out).toMatch(/^Left out, 2: /m);
});

test('many deliveries are sent again by filter, those to a disabled destination left out', async () => {
  const receiver = closing.add(await startReceiver(), (started) => started.close());
  // Ended before the listener starts.
  type Listed = { results: { id: string }[] };
  const { body: listed } = await running.caller.manage<Listed>('GET', '/operations?mode=asynchronous');
  for (const { id: ended } of listed.results)
    await eventually(async () => {
      const { body } = await running.caller.manage<{ results: object[] }>(
        'GET',
        `/events?operationId=${ended}`,
      );
      return body.results.length > 0;
    });
  await running.caller.subscribe(receiver.url, 'write.async.done');
  const [destination = ''] = (await writ(['destinations', 'list', '-q'])).out.trim().split('\n');
  await writ(['destinations', 'disable', destination]);
  const id = await createLater('held@example.com');
  await eventually(async () => {
    if ((await writ(['deliveries', 'list', '--status', 'held', '-q'])).out === '')
      throw new Error('none yet');
  });
  const many = ['deliveries', 'redeliver', '--destination', destination, '--since', '1h'];
  const preview = await writ([...many, '--dry-run']);
  expect(preview.out).toMatch(/^0 match\.\nLeft out, 1: /);
  await writ(['destinations', 'enable', destination]);

  expect(await writ([...many])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  expect(await writ(['deliveries', 'redeliver', '--yes'])).toMatchObject({ code: 2 });
  expect(await writ([...many, '--yes'])).toMatchObject({ code: 0, err: '' });
  await receiver.waitFor(({ rawBody }) => rawBody.toString().includes(id));
});

test('a task that takes long is told as one that goes on, a stopped one as stopped', async () => {
  const host = closing.add(await startReceiver(), (started) => started.close());
  const env = {
    WRIT_MANAGEMENT_URL: host.url,
    WRIT_WRITE_URL: host.url,
    WRIT_PROJECT: 'demo',
    WRIT_API_KEY: 'key',
  };
  const task = {
    id: 'one',
    action: 'retry',
    count: 5,
    done: 1,
    leftOut: [{ count: 1, detail: 'Sent; `force=true` includes it.' }],
  };
  const answer = (state: string) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...task, state }),
  });
  host.answerNext(answer('running'));
  expect(await writ(['tasks', 'watch', 'one', '--timeout', '0'], { env })).toMatchObject({
    code: 8,
    err: expect.stringContaining('It continues.'),
  });
  host.answerNext(answer('running'), answer('stopped'));
  expect(await writ(['tasks', 'watch', 'one'], { env })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^leftOut: 1: Sent; --force includes it\.$/m),
  });
  const stopping = new AbortController();
  host.answerNext(answer('running'));
  host.answerAlways(() => {
    stopping.abort();
    return answer('running');
  });
  const interrupted = await writ(['tasks', 'watch', 'one'], { env, signal: stopping.signal });
  expect(interrupted).toMatchObject({ code: 130, err: expect.stringContaining('writ tasks stop one') });
});

test('a batch tells once what the settings did to its records', async () => {
  const { demo, caller } = running;
  const path = `/integrations/${demo.integrations.hubspot}/objects/companies/config-content`;
  const value = { city: { default: { stringValue: 'Ulm' } } };
  const changes = [{ op: 'add', path: '/selectedFieldSettings', value }];
  await caller.manage('PATCH', path, { groupRef: 'acme', action: 'write', changes });
  const file = join(dataDir, 'companies.csv');
  const names = Array.from({ length: 101 }, (_, index) => `Company ${index}`);
  await writeFile(file, ['name', ...names].join('\n'));
  const { code, err } = await writ(['write', 'batch', 'companies', file]);
  expect(code).toBe(0);
  expect(err.match(/^Missing from the request, so the default was used: city$/gm)).toHaveLength(1);
});
