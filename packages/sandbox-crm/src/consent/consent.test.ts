import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const verifier = 'a-verifier-of-at-least-forty-three-characters-0';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'http://127.0.0.1/back?x=1';

const desks = [
  { of: 'hubspot', page: '/hubspot/oauth/authorize', token: '/hubspot/oauth/2026-03/token', scope: 'oauth' },
  {
    of: 'salesforce',
    page: '/salesforce/services/oauth2/authorize',
    token: '/salesforce/services/oauth2/token',
    scope: 'api refresh_token',
  },
] as const;
type Desk = (typeof desks)[number];

const pageOf = (desk: Desk, changes: Record<string, string | undefined> = {}): string => {
  const asked = {
    client_id: 'an-app',
    redirect_uri: redirectUri,
    scope: desk.scope,
    state: 's 1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<string | undefined>(asked))
    if (value !== undefined) query.set(name, value);
  return `${desk.page}?${query.toString()}`;
};

/** Where the browser is sent back to. */
const backTo = ({ headers }: { headers: Headers }) => new URL(headers.get('location') ?? 'none:');

const decide = async (sandbox: TestSandbox, desk: Desk, form: Record<string, string>) =>
  backTo(await sandbox.plain('POST', pageOf(desk), new URLSearchParams(form)));

const exchange = ({ plain }: TestSandbox, desk: Desk, code: string, changes: Record<string, string> = {}) =>
  plain(
    'POST',
    desk.token,
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'an-app',
      client_secret: 'secret',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
      ...changes,
    }),
  );

test.each(desks)(
  '$of asks the person, and whom they let in gets a code that opens their account',
  async (desk) => {
    await using sandbox = await startTestSandbox();
    const page = await sandbox.plain('GET', pageOf(desk));
    expect(page.status).toBe(200);
    expect(page.body).toContain('Let <code>an-app</code> in?');
    expect(page.body).toContain('value="acme" checked');
    const back = await decide(sandbox, desk, { decision: 'allow', account: 'acme', other: 'beta' });
    expect(back.href).toMatch(/^http:\/\/127\.0\.0\.1\/back\?x=1&code=code-\w{40}&state=s\+1$/);
    const granted = await exchange(sandbox, desk, back.searchParams.get('code') ?? '');
    expect(granted).toMatchObject({
      status: 200,
      body: { refresh_token: `sandbox-refresh-${desk.of}-beta` },
    });
    const body = granted.body as { scope?: string; scopes?: string[] };
    expect(body.scope ?? body.scopes?.join(' ')).toBe(desk.scope);
    expect((await sandbox.plain('GET', pageOf(desk))).body).toContain('value="beta"');
  },
);

test.each(desks)('$of tells the app that the person refused', async (desk) => {
  await using sandbox = await startTestSandbox();
  const { searchParams } = await decide(sandbox, desk, { decision: 'deny', account: 'acme' });
  expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 's 1', x: '1' });
  expect(searchParams.has('code')).toBe(false);
});

test.each(desks)(
  '$of gives a code for one use, by the app that asked and with its verifier',
  async (desk) => {
    await using sandbox = await startTestSandbox();
    const newCode = async () =>
      backTo(await sandbox.plain('GET', `${pageOf(desk)}&account=acme`)).searchParams.get('code') ?? '';
    for (const change of [
      { client_id: 'another-app' },
      { redirect_uri: 'http://127.0.0.1/other' },
      { code_verifier: 'another' },
      { code: 'nonsense' },
    ]) {
      const code = await newCode();
      expect([change, (await exchange(sandbox, desk, code, change)).status]).toEqual([change, 400]);
      // Whoever held it once may have it still: it opens nothing any more.
      if (!('code' in change)) expect((await exchange(sandbox, desk, code)).status).toBe(400);
    }
    const used = await newCode();
    expect((await exchange(sandbox, desk, used)).status).toBe(200);
    expect((await exchange(sandbox, desk, used)).status).toBe(400);
    const late = await newCode();
    sandbox.clock.advance(600_001);
    expect((await exchange(sandbox, desk, late)).status).toBe(400);
  },
);

test.each(desks)('$of sends nobody back to an app or an address that it does not know', async (desk) => {
  await using sandbox = await startTestSandbox();
  for (const change of [
    { client_id: undefined },
    { client_id: '<script>' },
    { redirect_uri: undefined },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: 'http://user@127.0.0.1/' },
    { redirect_uri: 'http://127.0.0.1/#there' },
  ]) {
    const { status } = await sandbox.plain('GET', pageOf(desk, change));
    expect([change, status]).toEqual([change, 400]);
  }
});

test.each(desks)('$of tells the app what is wrong with its scopes and its challenge', async (desk) => {
  await using sandbox = await startTestSandbox();
  const faultOf = async (changes: Record<string, string | undefined>) =>
    backTo(await sandbox.plain('GET', pageOf(desk, changes))).searchParams.get('error');
  expect(await faultOf({ scope: 'everything' })).toBe('invalid_scope');
  expect(await faultOf({ code_challenge_method: 'plain' })).toBe('invalid_request');
  expect(await faultOf({ code_challenge: 'short' })).toBe('invalid_request');
});

test('HubSpot asks only for what is named; Salesforce then asks for all that the app has', async () => {
  await using sandbox = await startTestSandbox();
  const [hubspot, salesforce] = desks;
  const refused = backTo(await sandbox.plain('GET', pageOf(hubspot, { scope: undefined })));
  expect(refused.searchParams.get('error')).toBe('invalid_scope');
  const asked = await sandbox.plain('GET', `${pageOf(salesforce, { scope: undefined })}&account=acme`);
  const granted = await exchange(sandbox, salesforce, backTo(asked).searchParams.get('code') ?? '');
  expect(granted.body).toMatchObject({ scope: 'refresh_token api' });
});

test('without a scope that lasts, Salesforce gives no refresh token', async () => {
  await using sandbox = await startTestSandbox();
  const [, salesforce] = desks;
  const asked = await sandbox.plain('GET', `${pageOf(salesforce, { scope: 'api' })}&account=acme`);
  const granted = await exchange(sandbox, salesforce, backTo(asked).searchParams.get('code') ?? '');
  expect(granted).toMatchObject({ status: 200, body: { scope: 'api' } });
  expect(granted.body).not.toHaveProperty('refresh_token');
});

test('the journal shows neither code nor verifier nor state', async () => {
  await using sandbox = await startTestSandbox();
  const [desk] = desks;
  const back = backTo(await sandbox.plain('GET', `${pageOf(desk)}&account=acme`));
  const code = back.searchParams.get('code') ?? '';
  await exchange(sandbox, desk, code);
  const told = JSON.stringify(sandbox.sandbox.journal());
  for (const secret of [code, verifier, 's+1']) expect(told).not.toContain(secret);
});
