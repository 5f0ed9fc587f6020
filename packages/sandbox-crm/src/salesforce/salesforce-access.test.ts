import { expect, test } from '@jest/globals';
import { startTestSandbox } from '../testing/test-sandbox.ts';
import type { TestSandbox } from '../testing/test-sandbox.ts';

const limits = '/services/data/v66.0/limits';

const form = (members: Record<string, string>) =>
  new URLSearchParams({ client_id: 'acme', client_secret: 's', ...members });

const token = ({ plain }: TestSandbox, members: Record<string, string>, headers = {}) =>
  plain('POST', '/salesforce/services/oauth2/token', form(members), headers);

const refreshWith = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken });

const bodyOf = ({ body }: { body: unknown }) =>
  body as { access_token: string; refresh_token: string; id: string };

test('an unknown token is INVALID_SESSION_ID, and none is INVALID_AUTH_HEADER', async () => {
  await using sandbox = await startTestSandbox();
  expect(await sandbox.as('salesforce', 'nonsense')('GET', limits)).toMatchObject({
    status: 401,
    body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }],
  });
  expect(await sandbox.plain('GET', `/salesforce${limits}`)).toMatchObject({
    status: 401,
    body: [{ errorCode: 'INVALID_AUTH_HEADER' }],
  });
  expect(await sandbox.as('salesforce', 'nonsense')('GET', '/services/oauth2/userinfo')).toMatchObject({
    status: 403,
  });
});

test('a refresh hands out a session without saying how long it lasts; it ends with the 401', async () => {
  await using sandbox = await startTestSandbox();
  const issued = await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme'));
  expect(issued).toMatchObject({
    status: 200,
    body: {
      instance_url: `${sandbox.sandbox.url}/salesforce`,
      token_type: 'Bearer',
      issued_at: String(sandbox.clock.now()),
    },
  });
  expect(issued.body).not.toHaveProperty('expires_in');
  expect(issued.body).not.toHaveProperty('refresh_token');
  const send = sandbox.as('salesforce', bodyOf(issued).access_token);
  expect(await send('GET', limits)).toMatchObject({ status: 200 });
  sandbox.clock.advance(7_200_000);
  expect(await send('GET', limits)).toMatchObject({
    status: 401,
    body: [{ errorCode: 'INVALID_SESSION_ID' }],
  });
});

test('with rotation a new refresh token comes back and the old one dies', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('salesforce', 'acme', { rotateRefreshTokens: true });
  const { refresh_token: next } = bodyOf(
    await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme')),
  );
  expect(await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme'))).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect(await token(sandbox, refreshWith(next))).toMatchObject({ status: 200 });
});

test.each([
  [{ grant_type: 'password', username: 'beta@x.example', password: 'p' }],
  [{ grant_type: 'client_credentials', client_id: 'beta' }],
])('%j opens the account it names', async (members) => {
  await using sandbox = await startTestSandbox();
  const { access_token: accessToken } = bodyOf(await token(sandbox, members));
  await sandbox.as('salesforce', accessToken)('POST', '/services/data/v66.0/sobjects/Account', {
    Name: 'Acme',
  });
  expect(sandbox.sandbox.records('salesforce', 'beta', 'Account')).toHaveLength(1);
});

test.each([
  [{ grant_type: 'refresh_token', refresh_token: 'nonsense' }, 'invalid_grant'],
  [{ grant_type: 'authorization_code', code: 'nonsense' }, 'invalid_grant'],
  [{ grant_type: 'password', username: '' }, 'invalid_grant'],
  [{ grant_type: 'magic' }, 'unsupported_grant_type'],
  [{ client_id: '' }, 'invalid_client_id'],
])('a token request with %j is refused with %s', async (members, error) => {
  await using sandbox = await startTestSandbox();
  expect(await token(sandbox, members)).toMatchObject({ status: 400, body: { error } });
});

test('a client may name itself in the authorization header', async () => {
  await using sandbox = await startTestSandbox();
  const headers = { authorization: `Basic ${Buffer.from('client:secret').toString('base64')}` };
  const members = { ...refreshWith('sandbox-refresh-salesforce-acme'), client_id: '' };
  expect(await token(sandbox, members, headers)).toMatchObject({ status: 200 });
});

test('identity and userinfo tell the same user and org, which are always the same for one name', async () => {
  await using sandbox = await startTestSandbox();
  const { id } = bodyOf(await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme')));
  const info = await sandbox.salesforce('GET', '/services/oauth2/userinfo');
  expect(info).toMatchObject({
    status: 200,
    body: { sub: id, organization_id: expect.stringMatching(/^00D\w{15}$/) },
  });
  const identity = await sandbox.salesforce('GET', new URL(id).pathname.replace('/salesforce', ''));
  const { organization_id: orgId, user_id: userId } = info.body as Record<string, string>;
  expect(identity).toMatchObject({ status: 200, body: { id, organization_id: orgId, user_id: userId } });
});

test('the address that clients are told is the one they asked, or the public one', async () => {
  await using sandbox = await startTestSandbox({ publicUrl: 'https://crm.example' });
  expect(await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme'))).toMatchObject({
    body: { instance_url: 'https://crm.example/salesforce' },
  });
});

test('the versions are listed without a token, and a version lists its resources', async () => {
  await using sandbox = await startTestSandbox();
  const { body } = await sandbox.plain('GET', '/salesforce/services/data');
  const versions = body as object[];
  expect(versions[0]).toEqual({ label: "Summer '14", url: '/services/data/v31.0', version: '31.0' });
  expect(versions.at(-1)).toMatchObject({ label: "Summer '26", version: '67.0' });
  expect((await sandbox.salesforce('GET', '/services/data/v66.0')).body).toMatchObject({
    sobjects: '/services/data/v66.0/sobjects',
  });
});

test('every answer tells the usage of the last 24 hours, and the limit ends it with REQUEST_LIMIT_EXCEEDED', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('salesforce', 'acme', { dailyLimit: 2 });
  const first = await sandbox.salesforce('GET', limits);
  expect(first.headers.get('sforce-limit-info')).toBe('api-usage=1/2');
  expect(first.body).toMatchObject({ DailyApiRequests: { Max: 2, Remaining: 1 } });
  sandbox.clock.advance(12 * 3_600_000);
  expect((await sandbox.salesforce('GET', limits)).status).toBe(200);
  const refused = await sandbox.salesforce('GET', limits);
  expect(refused).toMatchObject({
    status: 403,
    body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }],
  });
  expect(refused.headers.get('sforce-limit-info')).toBe('api-usage=2/2');
  sandbox.clock.advance(13 * 3_600_000);
  expect((await sandbox.salesforce('GET', limits)).headers.get('sforce-limit-info')).toBe('api-usage=2/2');
});

test('a rolling quota can be set, too', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('salesforce', 'acme', { quota: { limit: 1, windowMs: 1_000 } });
  expect((await sandbox.salesforce('GET', limits)).status).toBe(200);
  expect((await sandbox.salesforce('GET', limits)).status).toBe(403);
  sandbox.clock.advance(1_000);
  expect((await sandbox.salesforce('GET', limits)).status).toBe(200);
});

test('too many calls that run long are refused until one of them ends', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('salesforce', 'acme', { longRunning: { limit: 1, windowMs: 20_000 } });
  sandbox.sandbox.setFault({ provider: 'salesforce', then: 'hang' });
  const hanging = new AbortController();
  const running = fetch(`${sandbox.sandbox.url}/salesforce${limits}`, {
    headers: { authorization: 'Bearer sandbox-salesforce-acme' },
    signal: hanging.signal,
  });
  while (sandbox.sandbox.journal().length === 0) await new Promise(setImmediate);
  expect((await sandbox.salesforce('GET', limits)).status).toBe(200);
  sandbox.clock.advance(20_000);
  expect(await sandbox.salesforce('GET', limits)).toMatchObject({
    status: 403,
    body: [{ message: 'ConcurrentPerOrgLongTxn Limit exceeded.' }],
  });
  hanging.abort();
  await expect(running).rejects.toThrow();
  while ((await sandbox.salesforce('GET', limits)).status === 403) await new Promise(setImmediate);
});
