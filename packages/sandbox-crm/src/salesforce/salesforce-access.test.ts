import { expect, test } from '@jest/globals';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const described = '/services/data/v66.0/sobjects/Lead/describe';

const form = (members: Record<string, string>) =>
  new URLSearchParams({ client_id: 'acme', client_secret: 's', ...members });

const token = ({ plain }: TestSandbox, members: Record<string, string>) =>
  plain('POST', '/salesforce/services/oauth2/token', form(members));

const refreshWith = (refreshToken: string) => ({ grant_type: 'refresh_token', refresh_token: refreshToken });

const bodyOf = ({ body }: { body: unknown }) =>
  body as { access_token: string; refresh_token: string; id: string };

test('an unknown token is INVALID_SESSION_ID, and none is INVALID_AUTH_HEADER', async () => {
  await using sandbox = await startTestSandbox();
  expect(await sandbox.as('salesforce', 'nonsense')('GET', described)).toMatchObject({
    status: 401,
    body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }],
  });
  expect(await sandbox.plain('GET', `/salesforce${described}`)).toMatchObject({
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
  expect(await send('GET', described)).toMatchObject({ status: 200 });
  sandbox.clock.advance(7_200_000);
  expect(await send('GET', described)).toMatchObject({
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

test('a client gets tokens of the account that it is called after', async () => {
  await using sandbox = await startTestSandbox();
  const client = { grant_type: 'client_credentials', client_id: 'beta' };
  const { access_token: accessToken } = bodyOf(await token(sandbox, client));
  await sandbox.as('salesforce', accessToken)('POST', '/services/data/v66.0/sobjects/Account', {
    Name: 'Acme',
  });
  expect(sandbox.sandbox.records('salesforce', 'beta', 'Account')).toHaveLength(1);
});

test.each([
  [{ grant_type: 'refresh_token', refresh_token: 'nonsense' }, 'invalid_grant'],
  [{ grant_type: 'authorization_code', code: 'nonsense' }, 'invalid_grant'],
  [{ grant_type: 'magic' }, 'unsupported_grant_type'],
  [{ client_id: '' }, 'invalid_client_id'],
])('a token request with %j is refused with %s', async (members, error) => {
  await using sandbox = await startTestSandbox();
  expect(await token(sandbox, members)).toMatchObject({ status: 400, body: { error } });
});

test('a token and userinfo tell the same org', async () => {
  await using sandbox = await startTestSandbox();
  const { id } = bodyOf(await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme')));
  const info = await sandbox.salesforce('GET', '/services/oauth2/userinfo');
  expect(info).toMatchObject({
    status: 200,
    body: { sub: id, organization_id: expect.stringMatching(/^00D\w{15}$/) },
  });
});

test('the address that clients are told is the one they asked, or the public one', async () => {
  await using sandbox = await startTestSandbox({ publicUrl: 'https://crm.example' });
  expect(await token(sandbox, refreshWith('sandbox-refresh-salesforce-acme'))).toMatchObject({
    body: { instance_url: 'https://crm.example/salesforce' },
  });
});

test('every answer tells the usage of the last 24 hours, and the limit ends it with REQUEST_LIMIT_EXCEEDED', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('salesforce', 'acme', { dailyLimit: 2 });
  const first = await sandbox.salesforce('GET', described);
  expect(first.headers.get('sforce-limit-info')).toBe('api-usage=1/2');
  sandbox.clock.advance(12 * 3_600_000);
  expect((await sandbox.salesforce('GET', described)).status).toBe(200);
  const refused = await sandbox.salesforce('GET', described);
  expect(refused).toMatchObject({
    status: 403,
    body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }],
  });
  expect(refused.headers.get('sforce-limit-info')).toBe('api-usage=2/2');
  sandbox.clock.advance(13 * 3_600_000);
  expect((await sandbox.salesforce('GET', described)).headers.get('sforce-limit-info')).toBe('api-usage=2/2');
});
