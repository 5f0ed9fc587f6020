import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { takeOauthConnect } from '@writ/installation';
import { testDatabase } from '@writ/test-kit';
import { SignJWT } from 'jose';
import { connectingProject, opener, toldBy } from './testing/connecting.ts';
import { startService, type Answer, type TestService } from './testing/start-service.ts';
import { issuesOf } from './testing/test-project.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(await testDatabase());
});
afterAll(() => service.close());
beforeEach(() => service.sandbox.clearFaults());

const providers = ['hubspot', 'salesforce'] as const;
type Listed = { id: string; account: string; status: string }[];
const callback = 'https://writ.test/v1/oauth/callback';

test.each(providers)('a customer of %s lets the app in and is connected', async (provider) => {
  const { begin, allow, goBack, call, id: projectId } = await connectingProject(service);
  const more = { provider, groupName: 'Acme', consumerRef: 'ada', consumerName: 'Ada' };
  const address = await begin(more);
  expect(address.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(address.headers.get('cache-control')).toBe('no-store');
  expect(Object.fromEntries(new URL(String(address.body)).searchParams)).toEqual({
    response_type: 'code',
    client_id: 'an-app',
    redirect_uri: callback,
    ...(provider === 'hubspot' && { scope: 'oauth crm.objects.contacts.write' }),
    state: expect.stringMatching(/^[\w.-]{100,200}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const page = await goBack(await allow(address));
  const [connection] = (await call('GET', '/connections')).body as Listed;
  expect(connection).toMatchObject({
    provider,
    status: 'working',
    authScheme: 'oauth2/authorizationCode',
    account: expect.stringMatching(provider === 'hubspot' ? /^\d+$/ : /^00D/),
    group: { groupRef: 'acme', groupName: 'Acme' },
    consumer: { consumerRef: 'ada', consumerName: 'Ada' },
    ...(provider === 'hubspot' && { expireTime: expect.any(String) }),
    ...(provider === 'salesforce' && {
      providerMetadata: { instanceUrl: { value: `${service.sandbox.url}/salesforce`, source: 'token' } },
    }),
  });
  expect(page.status).toBe(200);
  expect(toldBy(page)).toMatchObject({
    message: { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: connection!.id } },
    origin: opener,
    words: expect.stringContaining(
      `App can use your account ${connection!.account} for Acme (acme) from now on.`,
    ),
  });
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'connection.created',
    data: { projectId, connectionId: connection!.id, groupRef: 'acme', consumerRef: 'ada' },
  });
});

test('what a person did at the page is an act of who sent them there', async () => {
  const { connectBy, call, key, id: projectId } = await connectingProject(service);
  const { connection } = toldBy(await connectBy()).message['data'] as { connection: string };
  const { keyId } = (await service.send('GET', '/whoami', { key })).body as { keyId: string };
  const { results } = (await call('GET', `/audit?resourceId=${connection}`)).body as { results: unknown[] };
  expect(results).toMatchObject([
    {
      projectId,
      actor: { kind: 'apiKey', id: keyId },
      action: 'getOauthCallback',
      resource: { kind: 'connection', id: connection },
      changes: { credentials: { changed: true } },
    },
  ]);
});

test('the page loads from its host alone, is kept by nobody, and leaves its opener the window', async () => {
  const { connectBy } = await connectingProject(service);
  const { headers, body } = await connectBy();
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const loaded = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect([...new Set(loaded)]).toEqual([
    '/assets/icon.svg',
    '/assets/page.css',
    '/assets/parts.css',
    '/assets/opener.js',
  ]);
});

test('a group that connects an account again keeps its connection, and one that had died works', async () => {
  const { connectBy, connect, call } = await connectingProject(service);
  const id = await connect('acme', { groupName: 'Acme' });
  await service.database.pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [id]);
  expect(toldBy(await connectBy()).message).toMatchObject({ data: { connection: id } });
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({
    status: 'working',
    authScheme: 'oauth2/authorizationCode',
    group: { groupName: 'Acme' },
  });
  expect((await service.events()).at(-1)).toMatchObject({
    type: 'connection.updated',
    data: { connectionId: id },
  });
  const { message } = toldBy(await connectBy({}, 'globex'));
  expect(message).toMatchObject({ eventType: 'AUTHORIZATION_SUCCEEDED' });
  expect((await call('GET', '/connections')).body).toHaveLength(2);
});

test('a deleted connection leaves the grant of an authorization to be revoked, and no other', async () => {
  const { connectBy, call, id: projectId } = await connectingProject(service);
  const oauth2AuthorizationCode = { accessToken: 'sandbox-hubspot-given', refreshToken: 'given' };
  const body = { groupRef: 'elsewhere', provider: 'hubspot', oauth2AuthorizationCode };
  const given = (await call('POST', '/connections:generate', body)).body as { id: string };
  const { connection } = toldBy(await connectBy()).message['data'] as { connection: string };
  for (const id of [given.id, connection])
    expect((await call('DELETE', `/connections/${id}`)).status).toBe(204);
  const { rows } = await service.database.pool.query(
    'SELECT id FROM grant_revocation WHERE project_id = $1',
    [projectId],
  );
  expect(rows).toEqual([{ id: connection }]);
});

test('a state is for one use, also for many at once and whatever comes of it', async () => {
  const { begin, allow, goBack, call, stateOf } = await connectingProject(service);
  const query = await allow(await begin());
  const pages = await Promise.all(Array.from({ length: 4 }, () => goBack(query)));
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  const late = await goBack(query);
  expect(toldBy(late)).toMatchObject({
    message: { eventType: 'AUTHORIZATION_FAILED' },
    origin: undefined,
    words: expect.stringContaining('has been used already, or has expired'),
  });
  expect((await call('GET', '/connections')).body).toHaveLength(1);
  const refused = await begin();
  const { status } = await goBack(`?error=access_denied&state=${stateOf(refused)}`);
  expect([status, (await goBack(await allow(refused))).status]).toEqual([422, 422]);
});

test.each([
  ['no state', () => '?code=x'],
  ['a state that nobody has made', () => '?code=x&state=abc'],
  ['a state that was changed', (query: string) => query.replace(/state=./, 'state=f')],
  ['another mark', (query: string) => query.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
])('%s connects nobody, and leaves the state to who has it', async (_, forge) => {
  const { begin, allow, goBack, call } = await connectingProject(service);
  const query = await allow(await begin());
  const forged = await goBack(forge(query));
  expect([forged.status, toldBy(forged).origin]).toEqual([422, undefined]);
  expect((await call('GET', '/connections')).body).toEqual([]);
  expect((await goBack(query)).status).toBe(200);
});

test('HEAD, as programs that look at addresses send it, leaves the state to the person', async () => {
  const { begin, allow, goBack } = await connectingProject(service);
  const query = await allow(await begin());
  const looked = await fetch(`${service.url}/v1/oauth/callback${query}`, { method: 'HEAD' });
  expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'GET']);
  expect((await goBack(query)).status).toBe(200);
});

test('what no state can be is told on the page, too', async () => {
  for (const query of ['?state=a&state=b', '?state=%00', '?code=%E0']) {
    const page = await service.visit(`/oauth/callback${query}`);
    expect([page.status, toldBy(page).message]).toEqual([
      400,
      expect.objectContaining({ eventType: 'AUTHORIZATION_FAILED' }),
    ]);
  }
});

test('who takes longer than 10 minutes is told so, and their page', async () => {
  const { begin, allow, goBack, call } = await connectingProject(service);
  const query = await allow(await begin());
  await service.database.pool.query(`UPDATE oauth_connect SET create_time = create_time - interval '601 s'`);
  const page = await goBack(query);
  expect([page.status, toldBy(page)]).toEqual([
    422,
    expect.objectContaining({
      message: {
        eventType: 'AUTHORIZATION_FAILED',
        message: 'This took more than 10 minutes, so nothing was connected.',
        data: { error: 'This took more than 10 minutes, so nothing was connected.' },
      },
      origin: opener,
    }),
  ]);
  expect((await call('GET', '/connections')).body).toEqual([]);
});

test.each([
  ['error=access_denied', 'You did not allow access, so nothing was connected.'],
  [
    'error=invalid_scope',
    'HubSpot did not let the app ask for access (invalid_scope), so nothing was connected.',
  ],
  ['error=%3Cscript%3E', 'HubSpot did not let the app ask for access, so nothing was connected.'],
  ['more=1', 'HubSpot did not let the app ask for access, so nothing was connected.'],
])('a browser that comes back with %s', async (brought, message) => {
  const { begin, goBack, stateOf, call } = await connectingProject(service);
  const page = await goBack(`?${brought}&state=${stateOf(await begin())}`);
  expect(page.status).toBe(422);
  expect(toldBy(page)).toMatchObject({
    message: { eventType: 'AUTHORIZATION_FAILED', message, data: { error: message } },
    origin: opener,
  });
  expect((await call('GET', '/connections')).body).toEqual([]);
});

const said = (status: string, error: string) => ({
  status: 400,
  body: { status, error, message: `said ${status}`, error_description: `said ${error}` },
});

test.each([
  [
    'a code that it does not take',
    said('BAD_AUTH_CODE', 'invalid_grant'),
    422,
    'does not take this sign-in any more',
  ],
  [
    'an app that it does not take',
    said('BAD_CLIENT_SECRET', 'invalid_client'),
    422,
    'does not take the app that asks',
  ],
  ['an outage', { status: 503, body: '<html>down</html>' }, 502, 'is not answering'],
  ['a throttle', { status: 429, body: {} }, 502, 'is not answering'],
  ['a connection that breaks', 'reset', 502, 'is not answering'],
  ['half an answer', { status: 200, body: '{"access_tok' }, 502, 'is not answering'],
] as const)('%s is told in words, and the code is not sent again', async (_, then, status, words) => {
  for (const provider of providers) {
    const { begin, allow, goBack, call } = await connectingProject(service);
    const query = await allow(await begin({ provider }));
    service.sandbox.setFault({ provider, match: { path: '/token' }, then });
    const page = await goBack(query);
    expect([page.status, toldBy(page)]).toEqual([
      status,
      expect.objectContaining({ origin: opener, words: expect.stringContaining(words) }),
    ]);
    expect(String(page.body)).not.toContain('<html>down');
    expect((await call('GET', '/connections')).body).toEqual([]);
    expect((await goBack(query)).status).toBe(422);
  }
});

test('an account that comes with no tokens is asked for; where nobody tells it, the connection is verified later', async () => {
  const { begin, allow, goBack, call } = await connectingProject(service);
  const body = { access_token: 'sandbox-hubspot-acme', refresh_token: 'sandbox-refresh-hubspot-acme' };
  const untold = { provider: 'hubspot', match: { path: '/token' }, then: { status: 200, body } } as const;
  const first = await allow(await begin());
  service.sandbox.setFault(untold);
  expect((await goBack(first)).status).toBe(200);
  const [known] = (await call('GET', '/connections')).body as Listed;
  expect(known).toMatchObject({ status: 'working', account: expect.stringMatching(/^\d+$/) });
  const second = await allow(await begin({ groupRef: 'globex' }));
  service.sandbox.setFault(untold);
  service.sandbox.setFault({ provider: 'hubspot', match: { path: 'account-info' }, then: { status: 503 } });
  const page = await goBack(second);
  const [other] = (await call('GET', '/connections?groupRef=globex')).body as Listed;
  expect(other).toMatchObject({ status: 'unverified', account: other!.id });
  expect(toldBy(page).words).toContain('App can use your account for globex from now on.');
});

test('an address that is not one of Salesforce, nor allowed, gets no token', async () => {
  const { begin, allow, goBack, call } = await connectingProject(service);
  const query = await allow(await begin({ provider: 'salesforce' }));
  const body = { access_token: 't', instance_url: 'https://evil.example', id: 'x' };
  service.sandbox.setFault({
    provider: 'salesforce',
    match: { path: '/token' },
    then: { status: 200, body },
  });
  const page = await goBack(query);
  expect([page.status, toldBy(page).words]).toEqual([
    422,
    expect.stringContaining('stands in for Salesforce'),
  ]);
  expect((await call('GET', '/connections')).body).toEqual([]);
});

test('who is sent away while the app, the project or the connection goes is told so', async () => {
  const gone = async (way: (one: Awaited<ReturnType<typeof connectingProject>>) => Promise<unknown>) => {
    const one = await connectingProject(service);
    const query = await one.allow(await one.begin());
    await way(one);
    const page = await one.goBack(query);
    return [page.status, toldBy(page).origin, toldBy(page).words.trim()] as const;
  };
  const withoutApp = await gone(async ({ call }) => {
    const [app] = (await call('GET', '/provider-apps')).body as Listed;
    await call('DELETE', `/provider-apps/${app!.id}`);
  });
  expect(withoutApp).toEqual([422, opener, expect.stringContaining('was removed meanwhile')]);
  const withoutProject = await gone(({ id }) =>
    service.database.pool.query('DELETE FROM project WHERE id = $1', [id]),
  );
  expect(withoutProject).toEqual([422, opener, expect.stringContaining('used already, or has expired')]);

  const { connect, call, allow, goBack } = await connectingProject(service);
  const id = await connect();
  const query = await allow(await call('PATCH', `/connections/${id}:oauth-update`));
  await call('DELETE', `/connections/${id}`);
  const page = await goBack(query);
  expect([page.status, toldBy(page).words]).toEqual([
    422,
    expect.stringContaining('to renew has been removed'),
  ]);
  expect((await call('GET', '/connections')).body).toEqual([]);
});

type Connecting = Awaited<ReturnType<typeof connectingProject>>;
type Sending = Parameters<typeof service.send>[2];

const publicKeys = generateKeyPairSync('ed25519');
const tokenOf = (projectId: string, kid: string): Promise<string> =>
  new SignJWT({ groupRef: 'acme' })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setAudience(projectId)
    .setIssuedAt()
    .setExpirationTime('1 min')
    .sign(publicKeys.privateKey);

/** With the key's path. */
const withApiKey = async ({ call }: Connecting): Promise<{ sending: Sending; path: string }> => {
  const { body } = await call('POST', '/api-keys', { label: 'sends', scopes: ['installations:manage'] });
  const { id, key } = body as { id: string; key: string };
  return { sending: { key }, path: `/api-keys/${id}` };
};
const withToken = async ({ call, id }: Connecting): Promise<{ sending: Sending; path: string }> => {
  const publicKeyPem = publicKeys.publicKey.export({ type: 'spki', format: 'pem' });
  const made = await call('POST', '/jwt-keys', { label: 'sends', algorithm: 'EdDSA', publicKeyPem });
  const { kid } = made.body as { kid: string };
  return { sending: { token: await tokenOf(id, kid) }, path: `/jwt-keys/${kid}` };
};
const ofConsole = { 'X-Writ-Console': '1' };
const signedIn = async (proof: object): Promise<Sending> => {
  const { headers } = await service.send('POST', '/session', { bare: true, body: proof, headers: ofConsole });
  const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { bare: true, headers: { ...ofConsole, Cookie: cookie } };
};

/** Ends a credential during an authorization; returns what the person reads. */
async function endedMeanwhile(one: Connecting, sending: Sending, end: () => Promise<unknown>) {
  const body = { projectIdOrName: one.name, provider: 'hubspot', groupRef: 'acme' };
  const begun = await service.send('POST', '/oauth-connect', { ...sending, body });
  const query = await one.allow(begun);
  await end();
  const page = await one.goBack(query);
  return [page.status, toldBy(page).words, (await one.call('GET', '/connections')).body];
}
const notConnected = [422, expect.stringContaining('may not connect anybody any more'), []];

test.each([
  ['an API key', withApiKey, 'apiKey'],
  ['the key of a token', withToken, 'jwtKey'],
] as const)('who comes back after %s was revoked connects nothing', async (_, withKey, member) => {
  const patched = (values: object) => async (one: Connecting, path: string) =>
    one.call('PATCH', path, { updateMask: Object.keys(values), [member]: values });
  for (const end of [
    (one: Connecting, path: string) => one.call('DELETE', path),
    patched({ active: false }),
    patched({ scopes: ['installations:read'] }),
  ]) {
    const one = await connectingProject(service);
    const { sending, path } = await withKey(one);
    expect(await endedMeanwhile(one, sending, () => end(one, path))).toEqual(notConnected);
  }
  const one = await connectingProject(service);
  const { sending, path } = await withKey(one);
  const [status] = await endedMeanwhile(one, sending, () => patched({ label: 'other' })(one, path));
  expect(status).toBe(200);
});

test('who comes back after the key has expired, or the session has ended, connects nothing', async () => {
  const age = (of: string, change: string) => service.database.pool.query(`UPDATE ${of} SET ${change}`);
  const one = await connectingProject(service);
  const { sending, path } = await withApiKey(one);
  const expire = () => age('api_key', `expire_time = now() WHERE id = '${path.split('/').at(-1)}'`);
  expect(await endedMeanwhile(one, sending, expire)).toEqual(notConnected);
  for (const proof of [{ apiKey: one.key }, { adminToken: 'token-of-the-test-admin' }]) {
    const session = await signedIn(proof);
    const signOut = () => service.send('DELETE', '/session', session);
    expect(await endedMeanwhile(one, session, signOut)).toEqual(notConnected);
    const idle = await signedIn(proof);
    const forget = () => age('session', `seen_time = seen_time - interval '13 h'`);
    expect(await endedMeanwhile(one, idle, forget)).toEqual(notConnected);
  }
  const [status] = await endedMeanwhile(one, await signedIn({ apiKey: one.key }), () => Promise.resolve());
  expect(status).toBe(200);
});

test('what an administrator began ends with the token of the administrators, whatever a key began does not', async () => {
  const one = await connectingProject(service);
  const body = { projectIdOrName: one.name, provider: 'hubspot', groupRef: 'acme' };
  const byOtherToken = (begun: Answer) =>
    takeOauthConnect(service.database.prisma, service.secrets, one.stateOf(begun), 'another-token');
  for (const sending of [{}, await signedIn({ adminToken: 'token-of-the-test-admin' })]) {
    const begun = await service.send('POST', '/oauth-connect', { ...sending, body });
    const query = await one.allow(begun);
    expect(await byOtherToken(begun)).toBeUndefined();
    expect((await one.goBack(query)).status).toBe(200);
  }
  expect(await byOtherToken(await one.begin())).toBeDefined();
});

test('with a secret that no key opens the page says so, and who waits is told', async () => {
  const { begin, allow, goBack, id } = await connectingProject(service);
  const query = await allow(await begin());
  await service.database.pool.query(
    `UPDATE provider_app SET client_secret = replace(client_secret, ':', ':9') WHERE project_id = $1`,
    [id],
  );
  const page = await goBack(query);
  expect([page.status, toldBy(page).origin]).toEqual([503, opener]);
  expect(toldBy(page).words).toContain('cannot be opened');
});

test('a connection is renewed with tokens of its own account alone, whatever signed its calls before', async () => {
  const { connect, call, allow, goBack } = await connectingProject(service);
  const id = await connect('acme', { groupName: 'Acme', consumerRef: 'ada' });
  const renew = () => call('PATCH', `/connections/${id}:oauth-update`, undefined, { Origin: opener });
  const before = (await call('GET', `/connections/${id}`)).body;
  const other = await goBack(await allow(await renew(), 'globex'));
  expect([other.status, toldBy(other)]).toEqual([
    422,
    expect.objectContaining({
      origin: opener,
      words: expect.stringMatching(/into the account \d+, and this connection is for the account \d+\./),
    }),
  ]);
  expect((await call('GET', `/connections/${id}`)).body).toEqual(before);
  const own = await goBack(await allow(await renew()));
  expect([own.status, toldBy(own).message]).toEqual([
    200,
    { eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: id } },
  ]);
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({
    authScheme: 'oauth2/authorizationCode',
    group: { groupName: 'Acme' },
    consumer: { consumerRef: 'ada' },
  });
  expect((await call('GET', '/connections')).body).toHaveLength(1);
  expect((await service.events()).at(-1)).toMatchObject({ type: 'connection.updated' });
});

test('an account of Salesforce is renewed where it is', async () => {
  const { connectBy, call, allow, goBack, sandboxUrl } = await connectingProject(service);
  const providerMetadata = { instanceUrl: `${sandboxUrl}/salesforce` };
  const named = { provider: 'salesforce', providerWorkspaceRef: 'acme', providerMetadata };
  const first = toldBy(await connectBy(named)).message;
  const { connection: id } = first['data'] as { connection: string };
  expect((await call('GET', `/connections/${id}`)).body).toMatchObject({ providerWorkspaceRef: 'acme' });
  const address = await call('PATCH', `/connections/${id}:oauth-update`);
  expect(toldBy(await goBack(await allow(address))).message).toEqual(first);
});

test.each([
  [{ projectIdOrName: undefined }, '/projectIdOrName'],
  [{ projectId: 'demo' }, '/projectId'],
  [{ provider: 'hubspt' }, '/provider'],
  [{ provider: 'salesforce', providerWorkspaceRef: 'acme.evil/x' }, '/providerWorkspaceRef'],
  [
    { provider: 'salesforce', providerMetadata: { instanceUrl: { value: 'https://evil.example' } } },
    '/providerMetadata/instanceUrl',
  ],
  [{ consumerRef: '' }, '/consumerRef'],
])('a request with %j has a fault at %s', async (change, name) => {
  const { begin } = await connectingProject(service);
  const answer = await begin(change);
  expect([answer.status, issuesOf(answer).map((issue) => issue.name)]).toEqual([400, [name]]);
});

test('clients that name the project otherwise, and say more, are understood', async () => {
  const { begin, name } = await connectingProject(service);
  const { body } = await begin({ projectIdOrName: undefined, projectId: name, enableCSRFProtection: true });
  expect(body).toMatch(/^http/);
});

test('without an app that could ask, the request that mends it is named', async () => {
  const { begin, call, id } = await connectingProject(service);
  const [hubspot, salesforce] = (await call('GET', '/provider-apps')).body as Listed;
  const faultOf = async (more: object) => {
    const answer = await begin(more);
    return [answer.status, issuesOf(answer)[0]] as const;
  };
  expect(await faultOf({ providerAppId: salesforce!.id })).toEqual([
    400,
    expect.objectContaining({ name: '/providerAppId' }),
  ]);
  expect(await faultOf({ providerAppId: id })).toEqual([
    404,
    expect.objectContaining({ name: '/providerAppId' }),
  ]);
  expect((await begin({ providerAppId: hubspot!.id })).status).toBe(200);
  await call('PATCH', `/provider-apps/${hubspot!.id}`, {
    updateMask: ['scopes'],
    providerApp: { scopes: [] },
  });
  expect(await faultOf({})).toEqual([
    400,
    expect.objectContaining({
      name: '/provider',
      remedy: expect.stringContaining(`PATCH /v1/projects/${id}/provider-apps/${hubspot!.id}`),
    }),
  ]);
  await call('DELETE', `/provider-apps/${hubspot!.id}`);
  expect(await faultOf({})).toEqual([
    400,
    expect.objectContaining({
      name: '/provider',
      remedy: expect.stringContaining(`POST /v1/projects/${id}/provider-apps`),
    }),
  ]);
});

test('only pages that may call the host are told how it ends; who is no page is not refused', async () => {
  const { begin, allow, goBack, call, connect } = await connectingProject(service);
  for (const Origin of ['https://evil.test', 'null', 'https://app.test.evil.test', 'http://app.test']) {
    const refused = await begin({}, { Origin });
    expect([refused.status, issuesOf(refused)[0]]).toEqual([
      400,
      expect.objectContaining({ in: 'header', name: 'Origin', value: Origin }),
    ]);
  }
  const renew = await call('PATCH', `/connections/${await connect()}:oauth-update`, undefined, {
    Origin: 'https://evil.test',
  });
  expect(renew.status).toBe(400);
  const own = await goBack(await allow(await begin({}, { Origin: 'https://writ.test' })));
  expect(toldBy(own).origin).toBe('https://writ.test');
  const nobody = await goBack(await allow(await begin({}, {})));
  expect([nobody.status, toldBy(nobody).origin]).toEqual([200, undefined]);
});

test('a person whom a page sent connects nothing once the project accepts no keys of pages', async () => {
  const { name, keyWith, call, allow, goBack } = await connectingProject(service);
  const body = { projectIdOrName: name, provider: 'hubspot', groupRef: 'acme' };
  const key = await keyWith('frontend');
  const begun = await service.send('POST', '/oauth-connect', { key, body });
  const query = await allow(begun);
  await call('PATCH', '', { updateMask: ['pageKeys'], project: { pageKeys: false } });
  expect((await goBack(query)).status).toBe(422);
  expect((await call('GET', '/connections')).body).toEqual([]);
  expect((await service.send('POST', '/oauth-connect', { key, body })).status).toBe(403);
});

test('who may make connections may begin, for projects and groups of their own', async () => {
  const { begin, keyWith, name, connect } = await connectingProject(service);
  const other = await connectingProject(service);
  const body = { projectIdOrName: name, provider: 'hubspot', groupRef: 'acme' };
  const statusWith = async (key: string, more: object = {}) =>
    (await service.send('POST', '/oauth-connect', { key, body: { ...body, ...more } })).status;
  expect(await statusWith(await keyWith('frontend'))).toBe(200);
  expect(await statusWith(await keyWith('installations:manage'))).toBe(200);
  expect(await statusWith(await keyWith('installations:read'))).toBe(403);
  expect(await statusWith(other.key)).toBe(404);
  expect(await statusWith(other.key, { projectIdOrName: undefined, projectId: other.id })).toBe(200);
  expect((await begin({ projectIdOrName: 'nowhere' })).status).toBe(404);
  expect((await service.send('POST', '/oauth-connect', { body })).status).toBe(200);
  const foreign = `/connections/${await connect()}:oauth-update`;
  expect((await other.call('PATCH', foreign)).status).toBe(404);
});
