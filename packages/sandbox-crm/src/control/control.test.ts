import { expect, test } from '@jest/globals';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

test('the journal shows every request with its effects, and never a token', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.hubspot(
    'POST',
    '/crm/v3/objects/contacts',
    { properties: { email: 'a@x.example' } },
    { 'x-mark': 'm' },
  );
  const form = {
    grant_type: 'refresh_token',
    client_id: 'c',
    client_secret: 'secret-1',
    refresh_token: 'sandbox-refresh-hubspot-acme',
  };
  await sandbox.plain('POST', '/hubspot/oauth/v1/token', new URLSearchParams(form));

  const { status, body } = await sandbox.plain('GET', '/_sandbox/journal');
  expect(status).toBe(200);
  expect(body).toMatchObject([
    {
      seq: 1,
      at: '2026-03-01T10:00:00.000Z',
      provider: 'hubspot',
      account: 'acme',
      method: 'POST',
      path: '/hubspot/crm/v3/objects/contacts',
      headers: { 'x-mark': 'm' },
      body: { properties: { email: 'a@x.example' } },
      status: 201,
      ms: expect.any(Number),
      effects: [{ action: 'created', type: 'contacts', id: '1001' }],
    },
    { body: { client_secret: '[hidden]', refresh_token: '[hidden]' }, effects: [] },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Bearer|secret-1|sandbox-(hubspot|salesforce|refresh)-/);
});

test('the journal is read by account and from where one left off', async () => {
  await using sandbox = await startTestSandbox();
  await givenContact(sandbox, {});
  await sandbox.as('salesforce', 'sandbox-salesforce-beta')(
    'GET',
    '/services/data/v66.0/sobjects/Lead/describe',
  );
  sandbox.clock.advance(1_000);
  await givenContact(sandbox, {});
  const seqs = async (query: string) =>
    ((await sandbox.plain('GET', `/_sandbox/journal?${query}`)).body as { seq: number }[]).map(
      ({ seq }) => seq,
    );
  expect(await seqs('account=beta')).toEqual([2]);
  expect(await seqs('provider=hubspot')).toEqual([1, 3]);
  expect(await seqs('since=1')).toEqual([2, 3]);
  expect(await sandbox.plain('GET', '/_sandbox/journal?since=spring&acount=x')).toMatchObject({
    status: 400,
    body: { issues: [{ name: 'acount' }, { name: 'since' }] },
  });
});

test('records are shown with deleted ones', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenContact(sandbox, { email: 'a@x.example' });
  await sandbox.hubspot('DELETE', `/crm/v3/objects/contacts/${id}`);
  expect((await sandbox.plain('GET', '/_sandbox/records/hubspot/acme/contacts')).body).toEqual([
    {
      id,
      fields: { email: 'a@x.example' },
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: '2026-03-01T10:00:00.000Z',
      deletedAt: '2026-03-01T10:00:00.000Z',
      associations: [],
    },
  ]);
  expect((await sandbox.plain('GET', '/_sandbox/records/salesforce/beta/Lead')).body).toEqual([]);
  expect(await sandbox.plain('GET', '/_sandbox/records/hubspot/acme/unicorns')).toMatchObject({
    status: 404,
  });
});

test('faults are set, listed and cleared', async () => {
  await using sandbox = await startTestSandbox();
  const fault = { provider: 'hubspot', account: 'acme', match: { method: 'POST' }, times: 3, then: 'reset' };
  expect(await sandbox.plain('POST', '/_sandbox/faults', fault)).toMatchObject({
    status: 201,
    body: { id: 1, ...fault, remaining: 3 },
  });
  expect((await sandbox.plain('GET', '/_sandbox/faults')).body).toMatchObject([fault]);
  expect((await sandbox.plain('DELETE', '/_sandbox/faults')).status).toBe(204);
  expect((await sandbox.plain('GET', '/_sandbox/faults')).body).toEqual([]);
});

test.each([
  ['{', ['']],
  ['[]', ['']],
  [{}, ['/provider', '/then']],
  [
    { provider: 'x', acount: 'a', times: 0, match: { body: 1, method: 2 }, then: 'explode' },
    ['/acount', '/provider', '/match/body', '/match/method', '/times', '/then'],
  ],
  [
    { provider: 'hubspot', then: { status: 99, headers: { a: 1 }, extra: 1 } },
    ['/then/extra', '/then/status', '/then/headers/a'],
  ],
  [
    { provider: 'hubspot', then: { item: { status: 1 } } },
    ['/then/item/code', '/then/item/message', '/then/item/status'],
  ],
  [{ provider: 'hubspot', then: { item: 1 } }, ['/then/item']],
  [{ provider: 'hubspot', then: { item: { code: 'c', message: 'm', ofAll: 1 } } }, ['/then/item/ofAll']],
])('the fault %j is refused, and every mistake in it named', async (body, names) => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.plain('POST', '/_sandbox/faults', body);
  expect(answer.status).toBe(400);
  const { issues } = answer.body as { issues: { name: string; message: string }[] };
  expect(issues.map(({ name }) => name)).toEqual(names);
});

test('settings are changed one by one, and read back whole', async () => {
  await using sandbox = await startTestSandbox();
  const path = '/_sandbox/settings/hubspot/acme';
  expect(await sandbox.plain('PUT', path, { quota: null, dailyLimit: 5 })).toMatchObject({
    status: 200,
    body: {
      quota: null,
      dailyLimit: 5,
      latencyMs: 0,
      tokenLifetimeMs: 1_800_000,
      rotateRefreshTokens: false,
      resultOrder: null,
      traceResults: true,
    },
  });
  expect((await sandbox.plain('PUT', path, {})).body).toMatchObject({ dailyLimit: 5 });
  const wrong = {
    latencyMs: -1,
    quota: { limit: 'x', windowMs: 0, more: 1 },
    dailyLimit: 'x',
    rotateRefreshTokens: 1,
    tokenLifetimeMs: 0,
    resultOrder: -1,
    traceResults: 'no',
    x: 1,
  };
  const answer = await sandbox.plain('PUT', path, wrong);
  expect(answer.status).toBe(400);
  expect((answer.body as { issues: unknown[] }).issues).toHaveLength(10);
  expect(await sandbox.plain('PUT', '/_sandbox/settings/hubspot/a%20b', {})).toMatchObject({ status: 400 });
});

test('latency holds an answer back after the work is done', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('hubspot', 'acme', { latencyMs: 50 });
  const startedAt = performance.now();
  const answer = givenContact(sandbox, {});
  while (sandbox.sandbox.records('hubspot', 'acme', 'contacts').length === 0) await new Promise(setImmediate);
  expect(sandbox.sandbox.journal()[0]).not.toHaveProperty('status');
  await answer;
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49);
});

test('a reset takes everything back to the start', async () => {
  await using sandbox = await startTestSandbox();
  sandbox.sandbox.settings('hubspot', 'acme', { rotateRefreshTokens: true });
  await givenContact(sandbox, {});
  sandbox.sandbox.setFault({ provider: 'hubspot', then: 'reset' });
  expect((await sandbox.plain('POST', '/_sandbox/reset')).status).toBe(204);
  expect(sandbox.sandbox.journal()).toEqual([]);
  expect(sandbox.sandbox.records('hubspot', 'acme', 'contacts')).toEqual([]);
  expect(sandbox.sandbox.settings('hubspot', 'acme', {})).toMatchObject({ rotateRefreshTokens: false });
  expect(await givenContact(sandbox, {})).toBe('1001');
});

test('it says that it lives, and where things are when a path leads nowhere', async () => {
  await using sandbox = await startTestSandbox();
  for (const path of ['/livez', '/readyz'])
    expect(await sandbox.plain('GET', path)).toMatchObject({ status: 200 });
  for (const path of ['/', '/nonsense', '/_sandbox/nonsense', '/_sandbox/records/nonsense/a/b']) {
    expect(await sandbox.plain('GET', path)).toMatchObject({ status: 404 });
  }
  expect((await sandbox.plain('PUT', '/_sandbox/settings/nonsense/acme', {})).status).toBe(404);
  expect((await sandbox.hubspot('GET', '/%zz')).status).toBe(400);
});

test('a body over 10 MB is refused, and one just below is read', async () => {
  await using sandbox = await startTestSandbox();
  const filled = (length: number) => JSON.stringify({ properties: { city: 'x'.repeat(length) } });
  expect((await sandbox.hubspot('POST', '/crm/v3/objects/contacts', filled(10 * 1024 * 1024))).status).toBe(
    413,
  );
  expect(
    (await sandbox.hubspot('POST', '/crm/v3/objects/contacts', filled(10 * 1024 * 1024 - 100))).status,
  ).toBe(201);
});

test('accounts can start with other settings, and unknown names are told', async () => {
  await using sandbox = await startTestSandbox({ settings: { hubspot: { quota: null } } });
  expect(
    (await sandbox.hubspot('GET', '/account-info/v3/details')).headers.get('x-hubspot-ratelimit-max'),
  ).toBeNull();
  expect(() => sandbox.sandbox.records('hubspot', 'acme', 'unicorns')).toThrow(/unicorns/);
  expect(() => sandbox.sandbox.settings('hubspot', 'a b', {})).toThrow(/a b/);
});
