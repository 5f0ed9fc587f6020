import { truncateSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { scopes } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { startReceiver, type Received, type Receiver } from '@writ/test-kit';
import { commandsIn } from '../testing/run-command.ts';

const closing = createClosing();
let host: Receiver;
let folder: string;
let writ: ReturnType<typeof commandsIn>;

beforeAll(async () => {
  host = closing.add(await startReceiver(), (started) => started.close());
  folder = closing.add(await mkdtemp(join(tmpdir(), 'writ-cli-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  writ = commandsIn({
    XDG_CONFIG_HOME: folder,
    WRIT_MANAGEMENT_URL: host.url,
    WRIT_WRITE_URL: host.url,
    WRIT_PROJECT: 'demo',
    WRIT_API_KEY: 'key',
  });
  await writeFile(join(folder, 'file'), 'x');
});
afterEach(() => host.answerAlways({ status: 200 }));
afterAll(() => closing.close());

const target = ['-g', 'acme', '-i', 'demo-hubspot'];
const create = ['write', 'create', 'contacts', ...target, '-d', '{"id":"1"}'];
const vain: { args: string[]; told: string }[] = [
  { args: [...create, '--wait'], told: '--wait works only with --async' },
  { args: [...create, '--retry-hours', '2'], told: '--retry-hours works only with --async' },
  { args: [...create, '--async', '--timeout', '2'], told: '--timeout works only with --wait' },
  { args: [...create, '--id', '2'], told: '--data has another id' },
  { args: ['ops', 'cancel', 'one', '--dry-run'], told: '--dry-run: selects several, and the id one' },
  {
    args: ['ops', 'retry', 'one', '--status', 'failure', '--no-wait'],
    told: '--status, --no-wait: selects several',
  },
  { args: ['deliveries', 'redeliver', 'one', '--everything'], told: '--everything: selects several' },
  {
    args: ['ops', 'retry', '--since', '1h', '--dry-run', '--yes'],
    told: "cannot be used with option '--yes'",
  },
  { args: ['ops', 'retry', '--since', '1h', '--dry-run', '--no-wait'], told: '--no-wait' },
  { args: ['ops', 'cancel', '-g', 'one', '-g', 'two', '--yes'], told: '--group is given twice' },
  { args: ['listen', '--forward-to', 'localhost:3000'], told: 'no address that begins with http' },
  { args: ['ops', 'watch', ''], told: '"" is no name or id' },
  { args: ['logout', '--project', 'other'], told: '--project: this command does not use it' },
  { args: ['completion', 'bash', '--profile', 'other'], told: '--profile: this command does not use it' },
];

test.each(vain)('$args is refused, and nothing is asked for', async ({ args, told }) => {
  expect(await writ(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(told) });
  expect(host.received).toEqual([]);
});

/** An address without a listener. */
async function nobody(): Promise<Record<string, string>> {
  const gone = await startReceiver();
  await gone.close();
  return {
    XDG_CONFIG_HOME: folder,
    WRIT_MANAGEMENT_URL: gone.url,
    WRIT_WRITE_URL: gone.url,
    WRIT_PROJECT: 'demo',
    WRIT_API_KEY: 'key',
  };
}

test('the doctor tells soon, and in words, where nobody answers and where nobody listens', async () => {
  // Reads what it is sent, so that it sees the end.
  const server = closing.add(
    createServer((socket) => socket.resume()),
    (listening) => void listening.close(),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const there = await nobody();
  const quiet = { ...there, WRIT_MANAGEMENT_URL: address, WRIT_WRITE_URL: address };
  const doctor = (env: Record<string, string>) => writ(['doctor'], { env });
  const [silent, gone] = await Promise.all([doctor(quiet), doctor(there)]);
  expect(silent.code).toBe(7);
  expect(silent.out).toMatch(
    /^fault +management host +\S+readyz: no answer within 5 s +Check that this service/m,
  );
  expect(silent.out).toMatch(/^fault +credential +No answer from \S+whoami: nothing within 5 s /m);
  expect(gone.code).toBe(7);
  expect(gone.out).toMatch(/^fault +write host +\S+readyz: .* +Is it running/m);
  // One request; the remedy has its own column.
  expect(gone.out).toMatch(
    /^fault +credential +No answer from \S+whoami: .*fetch failed.* {2}First make the management/m,
  );
  expect(gone.out).not.toMatch(/at try|What to do:/);
});

test('a file that cannot be used is told in words, with what to do and without what is inside of us', async () => {
  const file = join(folder, 'file');
  const make = (out: string) => ['jwt-keys', 'create', '--label', 'portal', '--out', out];
  const verify = ['verify', '--secret', 'whsec_AAAA', '--body', file, '--headers'];
  await writeFile(join(folder, 'broken'), '{');
  const faulty: [args: string[], told: RegExp][] = [
    [make(file), /file: it exists, and is not overwritten\nWhat to do: Name another one/],
    [make(join(folder, 'no/key.pem')), /key.pem: there is no such file or folder\nWhat to do: /],
    [make(folder), /it exists/],
    [[...verify, folder], /it is a folder\nWhat to do: Name a file/],
    [[...verify, join(folder, 'broken')], /broken: it has neither a JSON object nor/],
    [['write', 'create', 'contacts', ...target, '-d', `@${folder}`], /it is a folder/],
  ];
  for (const [args, told] of faulty) {
    const { code, err } = await writ(args);
    expect([code, err]).toEqual([2, expect.stringMatching(told)]);
    expect(err).not.toMatch(/\n +at /);
  }
  expect(await readFile(file, 'utf8')).toBe('x');
  const records = join(folder, 'one.ndjson');
  await writeFile(records, '{}');
  const batch = ['write', 'batch', 'contacts', records, ...target, '--results', folder];
  expect(await writ(batch)).toMatchObject({ code: 2, err: expect.stringContaining('it is a folder') });
  expect(host.received).toEqual([]);
});

test('a list of operations tells for whom each was, and that one was written in part', async () => {
  const metadata = { type: 'create', recordCount: 2, failed: 1 };
  const operation = { id: 'one', status: 'success', groupRef: 'acme', resource: 'contacts', metadata };
  const body = JSON.stringify({ results: [operation], pagination: { done: true } });
  host.answerNext({ status: 200, headers: { 'content-type': 'application/json' }, body });
  expect((await writ(['ops', 'list'])).out).toMatch(/^one +partial +acme +contacts/m);
});

test('what comes from the CRM neither steers the terminal nor passes for a line of ours, in tables, notes and faults', async () => {
  const foreign = 'a\u001b[2Jb\u009bc\nWhat to do: d\re\tf\u202eg\u2067h\u2028i';
  const shown = 'a·[2Jb·c·What to do: d·e·f·g·h·i';
  const headers = { 'content-type': 'application/json' };
  const answer = (body: object) => ({ status: 200, headers, body: JSON.stringify(body) });
  const operation = { id: 'one', status: 'success', groupRef: foreign, metadata: {} };
  host.answerNext(answer({ results: [operation], pagination: { done: true } }), answer(operation));
  expect((await writ(['ops', 'list'])).out).toContain(shown);
  expect((await writ(['ops', 'get', 'one'])).out).toContain(`groupRef: ${shown}\n`);

  const plan = { fields: [], record: {}, warnings: [foreign] };
  host.answerNext(answer({ results: [{ id: 'i' }], pagination: { done: true } }), answer(plan));
  const planned = await writ(['write', 'plan', 'contacts', ...target, '-d', '{}']);
  expect(planned).toMatchObject({ code: 0, err: `${shown}\n` });

  const type = 'http://host/problems/provider-refused';
  const problem = {
    type,
    title: 'Refused',
    status: 422,
    detail: foreign,
    warnings: [foreign],
    requestId: 'r',
  };
  host.answerNext({
    status: 422,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(problem),
  });
  const refused = await writ(create);
  expect(refused).toMatchObject({ code: 1, err: `Refused\n${shown}\n${shown}\nRequest: r\n` });
});

test('a list of lanes tells which destinations are disabled', async () => {
  const lane = { kind: 'destination', queued: 1, rate: 0 };
  const waiting = { reason: 'paused' };
  const results = [
    { ...lane, id: 'one', disabled: true },
    { ...lane, id: 'two', disabled: true, waiting, paused: { reason: 'moves' } },
    { ...lane, id: 'three', waiting: { reason: 'outage', until: '10:00' } },
  ];
  const body = JSON.stringify({ results, pagination: { done: true } });
  host.answerNext({ status: 200, headers: { 'content-type': 'application/json' }, body });
  const { out } = await writ(['lanes', 'list']);
  expect(out).toMatch(/^one .* disabled$/m);
  expect(out).toMatch(/^two .* disabled, paused: moves$/m);
  expect(out).toMatch(/^three .* outage until 10:00$/m);
});

test('a list of deliveries has the ids of destinations where their names are not told', async () => {
  const problem = { type: 'http://host/problems/internal', title: 'Bug', detail: 'a bug', requestId: 'r-1' };
  const delivery = { id: 'one', status: 'failed', eventType: 'write.async.done', destinationId: 'd-1' };
  host.answerAlways(({ path }) =>
    path.includes('/deliveries')
      ? {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ results: [delivery], pagination: { done: true } }),
        }
      : {
          status: 500,
          headers: { 'content-type': 'application/problem+json' },
          body: JSON.stringify({ ...problem, status: 500 }),
        },
  );
  expect(await writ(['deliveries', 'list'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^one +failed +write.async.done +d-1$/m),
    err: expect.stringMatching(/^Names of destinations are not known: Bug a bug Request: r-1\n$/),
  });
});

test('who has a token needs no project for what has none', async () => {
  const admin = { WRIT_MANAGEMENT_URL: host.url, WRIT_WRITE_URL: host.url, WRIT_TOKEN: 'token' };
  const headers = { 'content-type': 'application/json' };
  const answers: Record<string, unknown> = {
    whoami: { kind: 'admin', scopes: ['full'] },
    system: { findings: [] },
    projects: [{ id: 'p', name: 'demo' }],
    'dead-letters': { results: [], pagination: { done: true } },
  };
  host.answerAlways(({ path }) => ({
    status: 200,
    headers,
    body: JSON.stringify(answers[path.split('/').at(-1)?.split('?')[0] ?? ''] ?? {}),
  }));
  expect(await writ(['dead-letters', 'list'], { env: admin })).toMatchObject({ code: 0 });
  const { code, out } = await writ(['doctor'], { env: admin });
  expect([code, out]).toEqual([0, expect.stringContaining('of all projects may: full')]);
  expect(out).not.toContain('there is no project');
  expect(await writ(['ops', 'list'], { env: admin })).toMatchObject({
    code: 78,
    err: expect.stringContaining('Not known: WRIT_PROJECT.'),
  });
});

test('the help of a new key lists what it may do', async () => {
  expect((await writ(['keys', 'create', '--help'])).out.replaceAll(/\s+/g, ' ')).toContain(scopes.join(', '));
});

test('help of what is no command says so', async () => {
  const unknown = async (...args: string[]) => {
    const { code, out, err } = await writ(args);
    expect([code, out]).toEqual([2, '']);
    return err;
  };
  expect(await unknown('help', 'nope')).toBe("error: unknown command 'nope'\n");
  expect(await unknown('help', 'ops', 'nope')).toBe("error: unknown command 'nope'\n");
  expect(await unknown('ops', 'help', 'nope')).toBe("error: unknown command 'nope'\n");
  for (const args of [
    ['help', 'ops', 'list'],
    ['ops', 'help', 'list'],
  ])
    expect(await writ(args)).toEqual(await writ(['ops', 'list', '--help']));
  expect(await writ(['help'])).toEqual(await writ(['--help']));
});

test('of the options that name a service help tells those that a command looks at', async () => {
  const helpOf = async (...command: string[]) => (await writ([...command, '--help'])).out;
  for (const command of ['verify', 'profiles', 'completion']) {
    expect(await helpOf(command)).toContain('--json');
    expect(await helpOf(command)).not.toMatch(/--project|--profile|-url/);
  }
  expect(await helpOf('logout')).toMatch(/--json[^]*--profile/);
  expect(await helpOf('logout')).not.toMatch(/--project|-url/);
  expect(await helpOf('ops', 'list')).toMatch(/--profile[^]*--project/);
});

test('a profile that cannot be kept is told in words', async () => {
  const answer = { kind: 'apiKey', scopes: ['full'], project: { id: 'a', name: 'demo' } };
  const headers = { 'content-type': 'application/json' };
  host.answerNext({ status: 200, headers, body: JSON.stringify(answer) });
  await mkdir(join(folder, `writ/profiles.json.${process.pid}`), { recursive: true });
  expect(await writ(['login'], { input: 'key' })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^[^\n]*: it is a folder\nWhat to do: [^\n]*\n$/),
  });
});

test('a key that is refused leaves no file behind, and one that may be registered does', async () => {
  const out = join(folder, 'refused.pem');
  const make = ['jwt-keys', 'create', '--label', 'portal', '--out', out];
  const problem = { type: 'http://host/problems/scope-missing', title: 'no', detail: 'no', status: 403 };
  const headers = { 'content-type': 'application/problem+json' };
  host.answerNext({ status: 403, headers, body: JSON.stringify(problem) });
  expect(await writ(make)).toMatchObject({ code: 4 });
  host.answerNext('reset');
  expect(await writ(make)).toMatchObject({ code: 7 });
  expect(await readFile(out, 'utf8')).toContain('PRIVATE KEY');
});

test('a service that is not there is told within seconds, with what to do, and leaves no doubt of a write', async () => {
  const at = await nobody();
  const began = performance.now();
  const [read, written] = await Promise.all([['ops', 'list'], create].map((args) => writ(args, { env: at })));
  expect(performance.now() - began).toBeLessThan(30_000);
  for (const ended of [read, written])
    expect(ended).toMatchObject({
      code: 7,
      err: expect.stringMatching(
        /^No answer from [^\n]*\nWhat to do: Is it running, [^\n]*npm start[^\n]*\n$/,
      ),
    });
});

test('waiting for an operation ends in time also where the host does not answer, and says so', async () => {
  host.answerAlways('hang');
  expect(await writ(['ops', 'watch', 'one', '--timeout', '0'])).toMatchObject({
    code: 8,
    err: expect.stringMatching(/^Operation one has not ended within 0 ms[^\n]*\nNo answer from /),
  });
});

test('a webhook is handed over while the service is told what came of the one before', async () => {
  const receiver = closing.add(await startReceiver(), (started) => started.close());
  const service = closing.add(await startReceiver(), (started) => started.close());
  const headers = { 'content-type': 'application/json' };
  const busy = { type: 'http://host/problems/unavailable', title: 'busy', detail: 'busy', retryable: true };
  const delivery = (id: string) => ({ id, eventType: 'write.async.done', attempt: 1, headers: {}, body: id });
  let pulls = 0;
  service.answerAlways(({ path }) => {
    const answer = (body: object, status = 200) => ({ status, headers, body: JSON.stringify(body) });
    if (path.endsWith(':pull')) {
      pulls += 1;
      return pulls === 1 ? answer({ deliveries: ['one', 'two'].map(delivery) }) : 'hang';
    }
    if (path.includes('/deliveries/one') && receiver.received.length < 2)
      return answer({ ...busy, status: 503 }, 503);
    return answer(path.includes('/topics') ? [] : { id: 'd', type: 'listen', status: 'enabled' });
  });
  const env = {
    WRIT_MANAGEMENT_URL: service.url,
    WRIT_WRITE_URL: service.url,
    WRIT_PROJECT: 'demo',
    WRIT_API_KEY: 'key',
  };
  const stopping = new AbortController();
  const listening = writ(['listen', '--forward-to', receiver.url], { env, signal: stopping.signal });
  await receiver.waitForCount(2);
  // Both are reported before the next pull.
  await service.waitFor(({ path }) => path.endsWith(':pull') && pulls === 2);
  stopping.abort();
  expect(await listening).toMatchObject({ code: 0, out: expect.stringMatching(/delivery: one/) });
});

test.each([
  ['create', ['-d', '{}']],
  ['update', ['-d', '{"id":"1"}', '--async']],
  ['delete', ['--id', '1']],
])(
  'who stops writ write %s before its answer is told how to ask for the same write again',
  async (verb, args) => {
    const stopping = new AbortController();
    host.answerAlways(() => {
      stopping.abort();
      return 'hang';
    });
    const command = ['write', verb, 'contacts', ...target, ...args];
    const { code, err } = await writ(command, { signal: stopping.signal });
    const sent = host.received.at(-1)?.headers['idempotency-key'];
    expect(code).toBe(130);
    expect(err).toBe(`Stopped before the answer.\nTo send the same write again: --key ${String(sent)}\n`);
  },
);

test('a bug of the service stops a batch, whose records have no result until it is asked again with the same key', async () => {
  const file = join(folder, 'few.ndjson');
  await writeFile(file, '{}');
  const problem = { type: 'http://host/problems/internal', title: 'Bug', detail: 'a bug', requestId: 'r-1' };
  const headers = { 'content-type': 'application/problem+json' };
  host.answerAlways({ status: 500, headers, body: JSON.stringify({ ...problem, status: 500 }) });
  const before = host.received.length;
  const batch = ['write', 'batch', 'contacts', file, ...target];
  for (const _ of [1, 2]) {
    const { code, err } = await writ(batch);
    expect([code, err]).toEqual([
      7,
      expect.stringMatching(/^0 of 1 records have[^]*It is unknown whether it was written[^]*Request: r-1$/m),
    ]);
    // `--key` names the run: another key would send the records under other keys.
    expect(err).not.toContain('--key');
  }
  const keys = host.received.slice(before).map((sent) => sent.headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
});

/** The host stores each request as an operation, whose records are all written at the first look. */
function storeAll(
  onStored: () => void = () => undefined,
  lookAt = (id: string): object => ended(id),
  record: object = { status: 'written' },
): Received[] {
  const answer = (body: object, status = 200) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const counts = new Map<string, number>();
  const stored: Received[] = [];
  host.answerAlways((sent) => {
    const [, id = '', ofRecords] = /operations\/([^/?]+)(\/records)?/.exec(sent.path) ?? [];
    const count = counts.get(id) ?? 0;
    if (ofRecords !== undefined)
      return answer({
        results: Array.from({ length: count }, (_, index) => ({ index, requestId: 'r', ...record })),
        pagination: { done: true },
      });
    if (id !== '') return answer(lookAt(id));
    const operationId = `op-${counts.size}`;
    counts.set(operationId, (sent.json() as { batch: object[] }).batch.length);
    stored.push(sent);
    onStored();
    return answer({ operationId }, 202);
  });
  return stored;
}

const ended = (id: string) => ({ id, status: 'success', metadata: { failed: 0 } });

test('a batch shows why it waits and until when, and goes on', async () => {
  const file = join(folder, 'waiting.ndjson');
  await writeFile(file, '{}');
  let looks = 0;
  const waiting = { reason: 'outage', until: '2026-11-21T10:00:05Z' };
  const retry = { attempts: 1, lastError: { message: 'HubSpot answered 503.' } };
  storeAll(undefined, (id) => {
    looks += 1;
    // Waits end after two seconds, with a last look and one for the reason.
    return looks < 12 ? { id, status: 'in_progress', metadata: { failed: 0, waiting, retry } } : ended(id);
  });
  const batch = ['write', 'batch', 'contacts', file, ...target];
  expect(await writ(batch, { terminal: true })).toMatchObject({
    code: 0,
    err: expect.stringMatching(
      /0\/1\. The CRM does not answer \(HubSpot answered 503\.\); it continues by \d\d:\d\d:\d\d/,
    ),
  });
});

test('what --async has handed over is followed by its operations, and not sent again', async () => {
  const file = join(folder, 'handed.ndjson');
  await writeFile(file, '{}');
  const stored = storeAll();
  const batch = ['write', 'batch', 'contacts', file, ...target];
  for (const _ of [1, 2])
    expect(await writ([...batch, '--async', '-q'])).toMatchObject({ code: 0, out: 'op-0\n' });
  expect(await writ(batch)).toMatchObject({ code: 0, out: expect.stringContaining('written: 1') });
  expect(stored).toHaveLength(1);
});

test('a record that may exist twice is told apart from those that were written', async () => {
  const file = join(folder, 'twice.ndjson');
  await writeFile(file, '{}');
  storeAll(undefined, undefined, { status: 'written', recordId: '7', ambiguous: true });
  const batch = ['write', 'batch', 'contacts', file, ...target];
  expect(await writ(batch)).toMatchObject({
    code: 1,
    err: expect.stringContaining('1 records may exist twice'),
  });
  expect(await readFile(`${file}.results.ndjson`, 'utf8')).toMatch(/"ambiguous":true/);
});

test('an operation that cannot be sent again keeps its results, and none of the others from theirs', async () => {
  const file = join(folder, 'again.ndjson');
  await writeFile(file, '{}\n'.repeat(150));
  storeAll(undefined, undefined, { status: 'failed', errors: [{ message: 'no' }] });
  const batch = ['write', 'batch', 'contacts', file, ...target];
  expect(await writ(batch)).toMatchObject({ code: 1, out: expect.stringContaining('failed: 150') });
  const answer = (body: object, status: number) => ({
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(body),
  });
  const refusal = {
    type: 'http://host/problems/operation-not-retryable',
    title: 'No',
    detail: 'It is gone.',
  };
  const records = { results: Array.from({ length: 50 }, (_, index) => ({ index, status: 'written' })) };
  host.answerAlways(({ path }) => {
    if (path.includes('/op-0:retry')) return answer({ ...refusal, status: 409, requestId: 'r' }, 409);
    if (path.includes(':retry')) return answer({ operationId: 'new' }, 200);
    return answer(path.includes('/records') ? { ...records, pagination: { done: true } } : ended('new'), 200);
  });
  expect(await writ([...batch, '--retry-failed'])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/written: 50\nfailed: 100/),
    err: expect.stringContaining('Operation op-0 is not sent again: It is gone.'),
  });
});

test('a request that the service cannot take is sent again with its key', async () => {
  const file = join(folder, 'full.ndjson');
  await writeFile(file, '{}');
  const problem = {
    type: 'http://host/problems/backlog-full',
    title: 'Too much is unfinished',
    requestId: 'r',
  };
  const full = { ...problem, status: 429, retryable: true, detail: 'It is full.' };
  const before = host.received.length;
  // Longer than a call waits on its own.
  host.answerNext({
    status: 429,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '130' },
    body: JSON.stringify(full),
  });
  storeAll();
  const stopping = new AbortController();
  const batch = ['write', 'batch', 'contacts', file, ...target];
  const writing = writ(batch, { terminal: true, signal: stopping.signal });
  await host.waitForCount(before + 1);
  stopping.abort();
  expect(await writing).toMatchObject({ code: 130, err: expect.stringContaining('0 of 1 records have') });
  expect(await writ(batch)).toMatchObject({ code: 0 });
  const keys = host.received.slice(before, before + 2).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a file that is cut short while its records are written is a fault, and what was not sent has no result', async () => {
  const file = join(folder, 'short.ndjson');
  const line = `${JSON.stringify({ note: 'n'.repeat(2 * 1024 * 1024) })}\n`;
  await writeFile(file, line.repeat(8));
  storeAll(() => truncateSync(file, 5 * line.length));
  const batch = ['write', 'batch', 'contacts', file, ...target];
  expect(await writ(batch)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^0 of 8 records have[^]*has 5 records, and had 8[^]*What to do: /),
  });
  await writeFile(file, line.repeat(8));
  const stored = storeAll();
  expect(await writ(batch)).toMatchObject({ code: 0, out: expect.stringContaining('written: 8') });
  expect(stored).toHaveLength(4);
});

test('records that one request cannot hold go in several, with one result each, and one that none can hold is a fault of its line', async () => {
  const sent = storeAll();
  const mega = 1024 * 1024;
  const file = join(folder, 'large.ndjson');
  const record = (size: number) => JSON.stringify({ note: 'é'.repeat(size / 2) });
  const batch = ['write', 'batch', 'contacts', file, ...target];
  await writeFile(file, [record(2 * mega), record(5 * mega)].join('\n'));
  expect(await writ(batch)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/line 2 has 52\d{5} bytes[^]*What to do: /),
  });
  expect(sent).toEqual([]);

  const records = [
    record(2 * mega),
    record(2 * mega),
    record(2 * mega),
    ...Array.from({ length: 200 }, () => '{}'),
  ];
  await writeFile(file, records.join('\n'));
  expect(await writ(batch)).toMatchObject({ code: 0, out: expect.stringContaining('written: 203') });
  expect(sent.map(({ json }) => (json() as { batch: object[] }).batch.length)).toEqual([2, 100, 100, 1]);
  for (const { rawBody } of sent) expect(rawBody.length).toBeLessThanOrEqual(5 * mega);
  const told = (await readFile(`${file}.results.ndjson`, 'utf8')).trim().split('\n');
  expect(told.map((line) => (JSON.parse(line) as { index: number }).index)).toEqual(
    Array.from({ length: 203 }, (_, index) => index),
  );
  const key = (from: { headers: Record<string, unknown> }) => String(from.headers['idempotency-key']);
  expect(sent.map((one) => key(one).split('.').slice(1).join('.'))).toEqual(['0.0', '1.0', '2.0', '3.0']);

  // Cut off after the first request: the others are sent again under their keys.
  await writeFile(`${file}.results.ndjson`, `${told.slice(0, 60).join('\n')}\n`);
  const again = sent.length;
  expect(await writ(batch)).toMatchObject({ code: 0, err: expect.stringContaining('2 of 203 records have') });
  expect(sent.slice(again).map(key)).toEqual(sent.slice(1, again).map(key));
});
