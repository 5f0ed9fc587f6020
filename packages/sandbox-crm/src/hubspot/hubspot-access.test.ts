import { expect, test } from '@jest/globals';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const refresh = (refreshToken: string) =>
  new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'c',
    client_secret: 's',
    refresh_token: refreshToken,
  });

const tokenOf = ({ body }: { body: unknown }) => body as { access_token: string; refresh_token: string };

const read = '/account-info/v3/details';
const contacts = '/crm/v3/objects/contacts';

const refreshed = async ({ plain }: TestSandbox, refreshToken = 'sandbox-refresh-hubspot-acme') =>
  plain('POST', '/hubspot/oauth/v1/token', refresh(refreshToken));

test('no token and an unknown token are INVALID_AUTHENTICATION, also when it is a token of the other provider', async () => {
  await using sandbox = await startTestSandbox();
  const expected = { status: 401, body: { status: 'error', category: 'INVALID_AUTHENTICATION' } };
  expect(await sandbox.plain('GET', `/hubspot${read}`)).toMatchObject(expected);
  for (const token of ['nonsense', 'sandbox-salesforce-acme', 'sandbox-hubspot-', 'sandbox-hubspot-../x']) {
    expect(await sandbox.as('hubspot', token)('GET', read)).toMatchObject(expected);
  }
});

test('accounts come into being with their tokens and see nothing of each other', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.hubspot('POST', contacts, { properties: { email: 'a@x.example' } });
  const other = sandbox.as('hubspot', 'sandbox-hubspot-other');
  expect(await other('GET', `${contacts}/1001`)).toMatchObject({ status: 404 });
  expect(await other('POST', contacts, { properties: { email: 'a@x.example' } })).toMatchObject({
    status: 201,
    body: { id: '1002' },
  });
});

test.each(['v1', 'v3', '2026-03', '2026-09'])(
  'POST /oauth/%s/token hands out a token that lives as long as it says',
  async (version) => {
    await using sandbox = await startTestSandbox();
    const issued = await sandbox.plain(
      'POST',
      `/hubspot/oauth/${version}/token`,
      refresh('sandbox-refresh-hubspot-acme'),
    );
    expect(issued).toMatchObject({
      status: 200,
      body: {
        expires_in: 1800,
        token_type: 'bearer',
        refresh_token: 'sandbox-refresh-hubspot-acme',
        hub_id: expect.any(Number),
      },
    });
    const send = sandbox.as('hubspot', tokenOf(issued).access_token);
    expect(await send('GET', read)).toMatchObject({ status: 200 });
    sandbox.clock.advance(1_807_000);
    expect(await send('GET', read)).toMatchObject({
      status: 401,
      body: {
        category: 'EXPIRED_AUTHENTICATION',
        message: 'The OAuth token used to make this call expired 7 second(s) ago.',
        context: { 'expire time': ['2026-03-01T10:30:00.000Z'] },
      },
    });
  },
);

test('with rotation a refresh token works once', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('hubspot', 'acme', { rotateRefreshTokens: true, tokenLifetimeMs: 5_000 });
  const first = await refreshed(sandbox);
  const second = tokenOf(first).refresh_token;
  expect(first).toMatchObject({ status: 200, body: { expires_in: 5 } });
  expect(second).not.toBe('sandbox-refresh-hubspot-acme');
  expect(await refreshed(sandbox)).toMatchObject({
    status: 400,
    body: { status: 'BAD_REFRESH_TOKEN', error: 'invalid_grant' },
  });
  expect(await refreshed(sandbox, second)).toMatchObject({ status: 200 });
  expect(await refreshed(sandbox, second)).toMatchObject({ status: 400 });
});

test.each([
  [{ client_id: '' }, 'BAD_CLIENT_ID'],
  [{ client_secret: '' }, 'BAD_CLIENT_SECRET'],
  [{ grant_type: 'magic' }, 'BAD_GRANT_TYPE'],
  [{ refresh_token: 'nonsense' }, 'BAD_REFRESH_TOKEN'],
  [{ grant_type: 'authorization_code', code: 'nonsense' }, 'BAD_AUTH_CODE'],
])('a token request with %j is refused with %s', async (change, status) => {
  await using sandbox = await startTestSandbox();
  const form = new URLSearchParams({
    ...Object.fromEntries(refresh('sandbox-refresh-hubspot-acme')),
    ...change,
  });
  expect(await sandbox.plain('POST', '/hubspot/oauth/v3/token', form)).toMatchObject({
    status: 400,
    body: { status },
  });
});

test('a token and the account info tell the same portal, which is always the same for one name', async () => {
  await using sandbox = await startTestSandbox();
  await using another = await startTestSandbox();
  const { hub_id: hubId } = (await refreshed(sandbox)).body as { hub_id: number };
  expect((await refreshed(another)).body).toMatchObject({ hub_id: hubId });
  for (const version of ['v3', '2026-03']) {
    expect(await sandbox.hubspot('GET', `/account-info/${version}/details`)).toMatchObject({
      status: 200,
      body: { portalId: hubId },
    });
  }
});

test('no window of ten seconds holds more than 110 calls, and the headers count them down', async () => {
  await using sandbox = await startTestSandbox();
  const call = () => sandbox.hubspot('GET', read);
  const first = await call();
  expect(first.headers.get('x-hubspot-ratelimit-max')).toBe('110');
  expect(first.headers.get('x-hubspot-ratelimit-remaining')).toBe('109');
  expect(first.headers.get('x-hubspot-ratelimit-interval-milliseconds')).toBe('10000');
  expect(first.headers.get('x-hubspot-ratelimit-daily')).toBeNull();
  sandbox.clock.advance(5_000);
  for (let count = 0; count < 109; count += 1) expect((await call()).status).toBe(200);
  expect(await call()).toMatchObject({
    status: 429,
    body: {
      message: 'You have reached your ten_secondly_rolling limit.',
      errorType: 'RATE_LIMIT',
      policyName: 'TEN_SECONDLY_ROLLING',
    },
  });
  sandbox.clock.advance(4_999);
  expect((await call()).status).toBe(429);
  sandbox.clock.advance(1);
  expect((await call()).status).toBe(200);
  expect((await call()).status).toBe(429);
  expect((await sandbox.as('hubspot', 'sandbox-hubspot-other')('GET', read)).status).toBe(200);
});

test('a limit per second and a daily limit have policies of their own', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('hubspot', 'acme', { quota: { limit: 1, windowMs: 1_000 }, dailyLimit: 2 });
  expect((await sandbox.hubspot('GET', read)).headers.get('x-hubspot-ratelimit-daily-remaining')).toBe('1');
  expect(await sandbox.hubspot('GET', read)).toMatchObject({ status: 429, body: { policyName: 'SECONDLY' } });
  sandbox.clock.advance(1_000);
  expect((await sandbox.hubspot('GET', read)).status).toBe(200);
  sandbox.clock.advance(1_000);
  expect(await sandbox.hubspot('GET', read)).toMatchObject({ status: 429, body: { policyName: 'DAILY' } });
  sandbox.clock.advance(14 * 3_600_000);
  expect((await sandbox.hubspot('GET', read)).status).toBe(200);
});
