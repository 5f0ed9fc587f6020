import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually, startReceiver, testDatabase, type ReceiverAnswer } from '@writ/test-kit';
import { commandsIn } from '../testing/run-command.ts';
import { pressCtrlC, startWrit, type RunningWrit } from '../testing/start-writ.ts';

const adminToken = 'token-of-an-administrator-who-tries';
const origin = 'http://app.example.com';
const closing = createClosing();
let running: RunningWrit;
let hosts: string[];
let home: string;
let profiles: string;
let writ: ReturnType<typeof commandsIn>;

beforeAll(async () => {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-cli-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  const environment = { DATABASE_URL: database.url, ADMIN_TOKEN: adminToken, CORS_ORIGINS: origin };
  running = closing.add(await startWrit(dataDir, environment), (started) => pressCtrlC(started));
  const { managementUrl, writeUrl } = running.demo;
  hosts = ['--management-url', managementUrl, '--write-url', writeUrl];
});
beforeEach(async () => {
  home = closing.add(await mkdtemp(join(tmpdir(), 'writ-home-')), (dir) => rm(dir, { recursive: true }));
  profiles = join(home, '.config/writ/profiles.json');
  writ = commandsIn({ HOME: home, DATA_DIR: '/nowhere' });
});
afterAll(() => closing.close());

const keep = async (content: unknown, mode = 0o600) => {
  await mkdir(dirname(profiles), { recursive: true });
  await writeFile(profiles, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  await chmod(profiles, mode);
};

test('a key that works is kept as a profile for its owner alone, used until it is forgotten, and never shown', async () => {
  const { apiKey, managementUrl } = running.demo;
  const kept = await writ(['login', ...hosts], { input: `${apiKey}\n` });
  expect(kept).toMatchObject({ code: 0, out: expect.stringContaining('project: demo') });
  expect(kept.err).toContain(profiles);
  expect((await stat(profiles)).mode & 0o777).toBe(0o600);
  expect(await writ(['ops', 'list'])).toMatchObject({ code: 0 });

  // Typed on a terminal, with another name and only the host's address.
  const root = managementUrl.replace('/v1', '');
  const typed = ['login', '--profile', 'other', '--management-url', root, '--write-url', root];
  const other = await writ(typed, { input: `${apiKey}\n`, terminal: true });
  expect(other).toMatchObject({ code: 0, err: expect.stringContaining('API key (it is not shown): ') });
  const listed = await writ(['profiles']);
  expect(listed.out).toMatch(/^default +demo [^]*^other +demo /m);
  for (const { out, err } of [kept, other, listed]) expect(out + err).not.toContain(apiKey);

  expect(await writ(['logout'])).toMatchObject({ code: 0 });
  expect(await writ(['ops', 'list'])).toMatchObject({ code: 78, err: expect.stringContaining('writ login') });
  expect(await writ(['ops', 'list', '--profile', 'other'])).toMatchObject({ code: 0 });
  expect(await writ(['logout'])).toMatchObject({ code: 3 });
});

test('what does not work is not kept', async () => {
  expect(await writ(['login', ...hosts], { input: 'writ_none' })).toMatchObject({ code: 4 });
  expect(await writ(['login', ...hosts], { input: '' })).toMatchObject({ code: 2 });
  expect(await writ(['login'], { input: 'key' })).toMatchObject({ code: 2 });
  const nobody = ['--management-url', 'http://127.0.0.1:1', '--write-url', 'http://127.0.0.1:1'];
  expect(await writ(['login', '--management-url', 'writ', '--write-url', 'writ'])).toMatchObject({ code: 2 });
  const { apiKey } = running.demo;
  expect(await writ(['login', ...hosts, '--project', 'x'], { input: apiKey })).toMatchObject({ code: 4 });
  expect(await writ(['login', ...hosts, '--bearer'], { input: adminToken })).toMatchObject({ code: 2 });
  expect(await writ(['login', ...nobody], { input: apiKey })).toMatchObject({ code: 7 });
  expect(await writ(['profiles'])).toMatchObject({ code: 0, out: expect.not.stringContaining('demo') });
  const admin = ['login', ...hosts, '--bearer', '--project', 'demo'];
  expect(await writ(admin, { input: adminToken })).toMatchObject({ code: 0 });
  expect(await writ(['dead-letters', 'list'])).toMatchObject({ code: 0 });
});

test('flags come before variables, these before a profile, and this before the demo; a kept key goes to its own address alone', async () => {
  const { managementUrl, writeUrl, apiKey } = running.demo;
  const at = (project: string) => ({ managementUrl, writeUrl, project, apiKey });
  await keep({ default: at('of-profile'), second: at('of-second') });
  const own = { HOME: home, DATA_DIR: '/nowhere' };
  const doctor = async (args: string[] = [], env: Record<string, string> = {}) =>
    (await writ(['doctor', ...args], { env: { ...own, ...env } })).out;
  const meant = (project: string) => expect.stringContaining(`not of ${project}`);

  expect(await doctor()).toEqual(meant('of-profile'));
  expect(await doctor([], { WRIT_PROFILE: 'second' })).toEqual(meant('of-second'));
  expect(await doctor([], { WRIT_PROJECT: 'of-variable' })).toEqual(meant('of-variable'));
  expect(await doctor(['--project', 'of-flag'], { WRIT_PROJECT: 'of-variable' })).toEqual(meant('of-flag'));
  expect(await doctor(['--profile', 'second'], { WRIT_PROJECT: 'of-variable' })).toEqual(meant('of-second'));
  const elsewhere = {
    ...own,
    WRIT_MANAGEMENT_URL: 'http://127.0.0.1:1',
    WRIT_WRITE_URL: 'http://127.0.0.1:1',
  };
  expect(await writ(['ops', 'list'], { env: elsewhere })).toMatchObject({
    code: 78,
    err: expect.stringContaining('Not known: WRIT_PROJECT, WRIT_API_KEY'),
  });
  const both = ['ops', 'list', '--profile', 'second', ...hosts];
  expect(await writ(both)).toMatchObject({ code: 2 });
  const wrong = { ...own, WRIT_MANAGEMENT_URL: 'writ' };
  expect(await writ(['ops', 'list'], { env: wrong })).toMatchObject({
    code: 78,
    err: expect.stringMatching(/Not known: .*\nWRIT_MANAGEMENT_URL is no address/),
  });
});

test('a profile that cannot be used ends with 78 and all its errors', async () => {
  await keep({ default: {} }, 0o644);
  const readable = await writ(['ops', 'list']);
  expect(readable).toMatchObject({ code: 78, out: '', err: expect.stringContaining('chmod 600') });
  await keep({ default: { managementUrl: 'writ', project: '' } });
  expect(await writ(['ops', 'list'])).toMatchObject({
    code: 78,
    err: expect.stringMatching(
      /^Not known: WRIT_WRITE_URL, WRIT_PROJECT, WRIT_API_KEY\.\nWRIT_MANAGEMENT_URL is no address/,
    ),
  });
  await keep('{');
  expect(await writ(['profiles'])).toMatchObject({ code: 78, err: expect.stringContaining('no JSON') });
  expect(await writ(['login', ...hosts], { input: running.demo.apiKey })).toMatchObject({ code: 78 });
  await keep({});
  expect(await writ(['ops', 'list', '--profile', 'none'])).toMatchObject({ code: 78 });
  // A complete environment needs no profile.
  await keep('{');
  const { managementUrl, writeUrl, project, apiKey } = running.demo;
  const env = {
    HOME: home,
    WRIT_MANAGEMENT_URL: managementUrl,
    WRIT_WRITE_URL: writeUrl,
    WRIT_PROJECT: project,
    WRIT_API_KEY: apiKey,
  };
  expect(await writ(['ops', 'list'], { env })).toMatchObject({ code: 0 });
});

const asAdmin = () => ({
  WRIT_MANAGEMENT_URL: running.demo.managementUrl,
  WRIT_WRITE_URL: running.demo.writeUrl,
  WRIT_PROJECT: 'demo',
  WRIT_TOKEN: adminToken,
});

test('doctor tells administrators what the service finds, and whether pages may call it', async () => {
  const env = asAdmin();
  await eventually(async () =>
    expect(await writ(['doctor', '--origin', origin], { env })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/pages of http:\/\/app.example.com may call it[^]*finds nothing wrong/),
    }),
  );
  const stranger = await writ(['doctor', '--origin', 'http://evil.example.com'], { env });
  expect(stranger).toMatchObject({ code: 78, out: expect.stringContaining('CORS_ORIGINS') });
  expect(await writ(['doctor', '--origin', 'app.example.com'], { env })).toMatchObject({ code: 2 });
  expect(await writ(['doctor', '--project', 'none'], { env })).toMatchObject({
    code: 3,
    out: expect.stringContaining('Name one of these: demo'),
  });

  const { body } = await running.caller.manage<{ id: string }>('POST', '/destinations', {
    name: 'off',
    type: 'listen',
    metadata: {},
  });
  await running.caller.manage('POST', `/destinations/${body.id}:disable`);
  const told = await eventually(async () => {
    const ended = await writ(['doctor', '--json'], { env });
    expect(ended.code).toBe(0);
    return ended;
  });
  const findings = told.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(findings).toContainEqual({
    check: 'destinations-disabled',
    level: 'warning',
    detail: expect.any(String),
    remedy: expect.any(String),
  });
});

test('each other finding of doctor has its remedy', async () => {
  const host = closing.add(await startReceiver(), (started) => started.close());
  const answers: Record<string, { status?: number; headers?: Record<string, string>; body: object }> = {
    '/readyz': {
      status: 503,
      headers: { date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      body: { postgres: 'away' },
    },
    '/v1/': { status: 404, body: { type: 'http://127.0.0.1:1/problems/not-found' } },
    '/v1/whoami': {
      body: {
        kind: 'apiKey',
        scopes: ['full'],
        project: { id: 'a', name: 'b' },
        expireTime: '2026-01-01T00:00:00Z',
      },
    },
  };
  host.answerAlways(({ path }): ReceiverAnswer => {
    const { status = 200, headers, body } = answers[path] ?? { status: 404, body: {} };
    return {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
  });
  // All addresses of this machine, not only loopback.
  const url = host.url.replace('127.0.0.1', '0.0.0.0');
  const env = { WRIT_MANAGEMENT_URL: url, WRIT_WRITE_URL: url, WRIT_PROJECT: 'demo', WRIT_API_KEY: 'key' };
  const { code, out } = await writ(['doctor'], { env });
  expect(code).toBe(7);
  for (const told of [
    /^fault +management host .*answers 503: .*postgres.* +Check what the answer names/m,
    /^warning +clock of the write host .* apart .* +Set both by NTP/m,
    /^warning +address of the write host .* has no TLS.* +Put a proxy/m,
    /^warning +public address .*problems\/not-found.* +Set PUBLIC_MANAGEMENT_URL/m,
    /^warning +end of the key .* +Make another one/m,
    /^fault +project .*project b, not of demo +Name b/m,
  ])
    expect(out).toMatch(told);

  answers['/readyz'] = { body: {} };
  answers['/v1/whoami'] = { body: { kind: 'admin', scopes: ['full'] } };
  const finding = {
    code: 'redis-away',
    level: 'error',
    title: 'Redis is away',
    detail: 'gone',
    remedy: 'Start it.',
  };
  answers['/v1/system'] = { body: { findings: [finding] } };
  answers['/v1/projects'] = { body: [{ id: 'a', name: 'demo' }] };
  expect(await writ(['doctor'], { env: { ...env, WRIT_TOKEN: 'token' } })).toMatchObject({
    code: 7,
    out: expect.stringMatching(/^fault +redis-away +Redis is away: gone +Start it\.$/m),
  });
});
