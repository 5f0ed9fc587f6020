import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { holderIn, type Caller } from '@writ/http';
import { Refusal } from '@writ/problems';
import { findSignedIn, insertSession } from '@writ/tenancy';
import { testDatabase } from '@writ/test-kit';
import { runAdmin } from './admin/run-admin.ts';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { issuesOf, testProject } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());

type Headers = Record<string, string>;

let addresses = 0;
/** Attempts are counted by address. */
const ownAddress = (): string => `203.0.113.${(addresses += 1)}`;

const ofConsole = { 'X-Writ-Console': '1' };

const signIn = (body: object, headers: Headers = {}): Promise<Answer> =>
  service.send('POST', '/session', {
    bare: true,
    body,
    headers: { ...ofConsole, 'X-Forwarded-For': ownAddress(), ...headers },
  });

const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

const as = (cookie: string, headers: Headers = {}) => ({
  bare: true,
  headers: { ...ofConsole, Cookie: cookie, ...headers },
});

const code = async (): Promise<string> => {
  const told: string[] = [];
  const output = { tell: (line: string) => told.push(line), complain: () => undefined };
  expect(await runAdmin(['console-link'], { DATABASE_URL: service.databaseUrl }, output)).toBe(0);
  return (JSON.parse(told[0]!) as { code: string }).code;
};

/** Moves stored sessions or codes into the past. */
const later = async (table: 'session' | 'console_code', column: string, interval: string): Promise<void> => {
  await service.database.pool.query(`UPDATE ${table} SET ${column} = ${column} - $1::interval`, [interval]);
};

test('who signs in by a key may do what the key may, until the key is refused', async () => {
  const project = await testProject(service);
  const apiKey = await project.keyWith('installations:read');
  const answer = await signIn({ apiKey });
  expect(answer).toMatchObject({
    status: 201,
    body: { kind: 'session', project: { id: project.id }, scopes: ['installations:read'] },
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-writ-session=[\w-]{43}; Expires=[^;]+ GMT; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
  const cookie = cookieOf(answer);
  expect((await service.send('GET', '/whoami', as(cookie))).body).toEqual(answer.body);
  const path = `/projects/${project.id}`;
  expect((await service.send('GET', `${path}/integrations`, as(cookie))).status).toBe(200);
  expect((await service.send('GET', `${path}/api-keys`, as(cookie))).status).toBe(403);
  const { keyId } = answer.body as { keyId: string };
  const body = { updateMask: ['active'], apiKey: { active: false } };
  await project.call('PATCH', `/api-keys/${keyId}`, body);
  expect((await service.send('GET', `${path}/integrations`, as(cookie))).status).toBe(401);
});

test('who calls is told when the key ends, with which its session ends, too', async () => {
  const project = await testProject(service);
  const { keyId } = (await service.send('GET', '/whoami', { key: project.key })).body as { keyId: string };
  const expireTime = new Date(Date.now() + 3_600_000).toISOString();
  await service.database.pool.query('UPDATE api_key SET expire_time = $1 WHERE id = $2', [expireTime, keyId]);
  const told = await service.send('GET', '/whoami', { key: project.key });
  expect(told.body).toMatchObject({ kind: 'apiKey', expireTime });
  const begun = await signIn({ apiKey: project.key });
  expect(begun.body).toMatchObject({ kind: 'session', expireTime });
});

test('many who sign in at once do not wait for the connections of each other', async () => {
  const narrow = await startService(await testDatabase(), { maxConnections: 1 });
  try {
    const { key: apiKey } = await testProject(narrow);
    const signsIn = () =>
      narrow.send('POST', '/session', { bare: true, body: { apiKey }, headers: ofConsole });
    const answers = await Promise.all(Array.from({ length: 5 }, signsIn));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  } finally {
    await narrow.close();
  }
});

test('a session counts with its header alone, on pages of its host, and without another credential', async () => {
  const project = await testProject(service);
  const cookie = cookieOf(await signIn({ apiKey: project.key }));
  const status = async (headers: Headers) =>
    (await service.send('GET', '/whoami', { bare: true, headers: { Cookie: cookie, ...headers } })).status;
  const host = new URL(service.url).host;
  expect(await status(ofConsole)).toBe(200);
  expect(await status({ ...ofConsole, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
  expect(await status({ ...ofConsole, Origin: 'https://writ.test' })).toBe(200);
  expect(await status({})).toBe(401);
  expect(await status({ 'X-Writ-Console': 'true' })).toBe(401);
  expect(await status({ ...ofConsole, Origin: 'https://evil.test' })).toBe(401);
  expect(await status({ ...ofConsole, Origin: 'null' })).toBe(401);
  expect(await status({ ...ofConsole, 'Sec-Fetch-Site': 'cross-site' })).toBe(401);
  expect(await status({ ...ofConsole, 'Sec-Fetch-Site': 'same-site' })).toBe(401);
  expect(await status({ ...ofConsole, 'X-Api-Key': project.key })).toBe(401);
  expect(
    await status({
      ...ofConsole,
      Cookie: `${cookie}; ${cookie.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))}`,
    }),
  ).toBe(401);
  expect(await status({ ...ofConsole, Cookie: cookie.replace('__Host-', '') })).toBe(401);
  // Without its header it is no credential, so another one counts.
  expect(await status({ 'X-Api-Key': project.key })).toBe(200);
});

test('a session ends twelve hours after its last use, and after seven days, and by signing out', async () => {
  const project = await testProject(service);
  const { key: apiKey } = project;
  const begin = async () => cookieOf(await signIn({ apiKey }));
  const status = async (cookie: string) => (await service.send('GET', '/whoami', as(cookie))).status;

  const used = await begin();
  await later('session', 'seen_time', '11 hours');
  expect(await status(used)).toBe(200);
  await later('session', 'seen_time', '11 hours');
  expect(await status(used)).toBe(200);
  await later('session', 'seen_time', '13 hours');
  expect(await status(used)).toBe(401);

  const old = await begin();
  await later('session', 'create_time', '167 hours');
  expect(await status(old)).toBe(200);
  await later('session', 'create_time', '2 hours');
  expect(await status(old)).toBe(401);

  const out = await begin();
  const ended = await service.send('DELETE', '/session', as(out));
  expect([ended.status, ended.headers.getSetCookie()]).toEqual([
    204,
    ['__Host-writ-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure'],
  ]);
  expect(await status(out)).toBe(401);
  expect((await service.send('DELETE', '/session', { key: apiKey, headers: ofConsole })).status).toBe(404);
});

test('a use is noted once a minute, not with every request', async () => {
  const project = await testProject(service);
  const cookie = cookieOf(await signIn({ apiKey: project.key }));
  const seen = async () =>
    (await service.database.pool.query<{ at: string }>('SELECT max(seen_time)::text AS at FROM session'))
      .rows[0]?.at;
  const begun = await seen();
  await service.send('GET', '/whoami', as(cookie));
  expect(await seen()).toBe(begun);
  await later('session', 'seen_time', '61 seconds');
  await service.send('GET', '/whoami', as(cookie));
  expect(await seen()).not.toBe(begun);
});

test('an administrator signs in by the token, whose change ends the session, and what is done is noted', async () => {
  const answer = await signIn({ adminToken: 'token-of-the-test-admin' });
  expect(answer).toMatchObject({ status: 201, body: { kind: 'session', scopes: ['full'] } });
  const cookie = cookieOf(answer);
  const name = `by-session-${Date.now()}`;
  const made = await service.send('POST', '/projects', { ...as(cookie), body: { name, appName: 'App' } });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  const { results } = (await service.send('GET', `/audit?resourceId=${id}`, as(cookie))).body as {
    results: { actor: { sessionId: string } }[];
  };
  expect(results).toMatchObject([{ action: 'postProject', actor: { kind: 'session', id: 'admin' } }]);
  const begun = await service.send('GET', `/audit?resourceId=${results[0]?.actor.sessionId}`);
  const address = { after: expect.stringMatching(/^203\.0\.113\./) };
  expect(begun.body).toMatchObject({
    results: [{ action: 'postSession', actor: { kind: 'admin' }, changes: { address } }],
  });
});

test('an administrator’s session ends with the token that there was, however it began', async () => {
  const signedInBy = async (adminToken: string | undefined, cookie: string) =>
    (await findSignedIn(service.database, adminToken)(cookie.split('=')[1]!))?.kind;
  const [byToken, byCode, byKey] = [
    cookieOf(await signIn({ adminToken: 'token-of-the-test-admin' })),
    cookieOf(await signIn({ code: await code() })),
    cookieOf(await signIn({ apiKey: (await testProject(service)).key })),
  ];
  for (const cookie of [byToken, byCode]) {
    expect(await signedInBy('token-of-the-test-admin', cookie)).toBe('admin');
    expect(await signedInBy('another-token', cookie)).toBeUndefined();
    expect(await signedInBy(undefined, cookie)).toBeUndefined();
  }
  expect(await signedInBy('another-token', byKey)).toBe('apiKey');
  // Without a token, a code is the only way; the first token ends earlier sessions.
  const { text } = await insertSession(service.database.prisma, { adminToken: undefined });
  expect(await signedInBy(undefined, `c=${text}`)).toBe('admin');
  expect(await signedInBy('first-token', `c=${text}`)).toBeUndefined();
});

test('a code is for one sign-in, and for five minutes', async () => {
  const first = await code();
  const [one, other] = await Promise.all([signIn({ code: first }), signIn({ code: first })]);
  expect([one.status, other.status].toSorted()).toEqual([201, 401]);
  const cookie = cookieOf(one.status === 201 ? one : other);
  expect((await service.send('GET', '/audit', as(cookie))).status).toBe(200);
  const late = await code();
  await later('console_code', 'create_time', '5 minutes');
  expect((await signIn({ code: late })).status).toBe(401);
});

test('who signs in anew has one session, and an ended one does not stand in the way', async () => {
  const project = await testProject(service);
  const before = cookieOf(await signIn({ apiKey: project.key }));
  const anew = { Cookie: before, 'X-Request-Id': `anew-${project.id}` };
  const after = cookieOf(await signIn({ apiKey: project.key }, anew));
  const { results } = (await project.call('GET', `/audit?requestId=${anew['X-Request-Id']}`)).body as {
    results: { resource: { id: string } }[];
  };
  expect(results).toMatchObject([
    { action: 'postSession', resource: { kind: 'session' }, changes: {} },
    { action: 'postSession', resource: { kind: 'session' }, changes: { address: {} } },
  ]);
  expect(results[0]?.resource.id).not.toBe(results[1]?.resource.id);
  expect((await service.send('GET', '/whoami', as(before))).status).toBe(401);
  expect((await service.send('GET', '/whoami', as(after))).status).toBe(200);
  expect((await signIn({ apiKey: project.key }, { Cookie: before })).status).toBe(201);
});

test('every fault of signing in is told, and a wrong proof tells nothing', async () => {
  const project = await testProject(service);
  const names = async (body: object, headers: Headers = {}) =>
    issuesOf(await signIn(body, headers)).map(({ name }) => name);
  expect(await names({})).toEqual(['/apiKey']);
  expect(await names({ apiKey: project.key, code: 'x' })).toEqual(['/code']);
  expect(await names({ code: 'x' }, { 'X-Writ-Console': '0' })).toEqual(['X-Writ-Console']);
  expect(await names({ code: 'x' }, { 'Sec-Fetch-Site': 'cross-site' })).toEqual(['Origin']);
  const wrong = [{ apiKey: 'writ_x' }, { adminToken: 'wrong' }, { code: 'wrong' }];
  const told = await Promise.all(wrong.map((body) => signIn(body)));
  for (const { status, body } of told) {
    expect(status).toBe(401);
    expect(body).toMatchObject({ title: 'No valid credential' });
    expect(JSON.stringify(body)).not.toMatch(/writ_x|wrong/);
  }
});

test('attempts are limited by the address that trusted proxies tell', async () => {
  const from = { 'X-Forwarded-For': '198.51.100.7, 203.0.113.250' };
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await signIn({ code: 'wrong' }, from)).status).toBe(401);
  const refused = await signIn({ code: 'wrong' }, { 'X-Forwarded-For': '198.51.100.8, 203.0.113.250' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn({ code: 'wrong' }, { 'X-Forwarded-For': '203.0.113.251' })).status).toBe(401);
  const network = (last: number) => signIn({ code: 'wrong' }, { 'X-Forwarded-For': `2001:db8::${last}` });
  for (let last = 0; last < 10; last += 1) expect((await network(last)).status).toBe(401);
  expect((await network(10)).status).toBe(429);
});

test('good attempts are not counted', async () => {
  const project = await testProject(service);
  const from = { 'X-Forwarded-For': ownAddress() };
  for (let attempt = 0; attempt < 12; attempt += 1)
    expect((await signIn({ apiKey: project.key }, from)).status).toBe(201);
});

test('a sign-in by a key is one of the requests that the key may send, and beyond them nothing is stored', async () => {
  let left = 12;
  const take = (caller: Caller): Promise<void> =>
    holderIn(caller) && (left -= 1) < 0
      ? Promise.reject(new Refusal('rate-limited', { detail: 'Of this key.' }))
      : Promise.resolve();
  const limited = await startService(await testDatabase(), {
    rateLimit: { take, takeForGroup: take, recall: () => undefined },
  });
  try {
    const { id, key: apiKey } = await testProject(limited);
    const signsIn = () =>
      limited.send('POST', '/session', { bare: true, body: { apiKey }, headers: ofConsole });
    for (let signIns = 0; signIns < 12; signIns += 1) expect((await signsIn()).status).toBe(201);
    for (let signIns = 0; signIns < 12; signIns += 1) {
      expect(await signsIn()).toMatchObject({ status: 429, body: { detail: 'Of this key.' } });
    }
    const { rows } = await limited.database.pool.query('SELECT FROM session');
    expect(rows).toHaveLength(12);
    const { results } = (await limited.send('GET', `/projects/${id}/audit?action=postSession`)).body as {
      results: unknown[];
    };
    expect(results).toHaveLength(12);
  } finally {
    await limited.close();
  }
});
