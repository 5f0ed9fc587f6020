import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { typicalCauses } from '@writ/providers';
import { findOperation } from '@writ/operation';
import type { Fault } from '@writ/sandbox-crm';
import { testDatabase } from '@writ/test-kit';
import { startGateway, type Gateway } from './testing/start-gateway.ts';

let gateway: Gateway;
let impatient: Gateway;
/** Long enough for a busy machine, short enough to wait for. */
const limitMs = 10_000;
beforeAll(async () => {
  gateway = await startGateway(await testDatabase());
  impatient = await startGateway(await testDatabase(), { writeLimitMs: limitMs });
  // Concurrently, since each waits for the limit.
  for (const row of rows.filter(([, , , { kind }]) => kind === 'provider-timeout'))
    begun.set(row[0], write(row));
});
afterAll(() => Promise.all([gateway.close(), impatient.close()]));

const objects = { hubspot: 'contacts', salesforce: 'Contact' } as const;
const record = { hubspot: { firstname: 'Ada' }, salesforce: { LastName: 'Lovelace' } } as const;
type Provider = keyof typeof objects;

type Told = {
  status: number;
  kind: string;
  retryable: boolean;
  outcome?: string;
  waitSeconds?: number;
  says: RegExp;
};
const hubspotError = (category: string, message: string, more: object = {}) => ({
  body: { status: 'error', message, category, correlationId: 'c', ...more },
});
const overQuota = hubspotError('RATE_LIMITS', 'You have reached your ten_secondly_rolling limit.', {
  policyName: 'TEN_SECONDLY_ROLLING',
});

type Row = [what: string, provider: Provider, then: Fault['then'], told: Told, created: number];
const rows: Row[] = [
  [
    'a 429 with its policy',
    'hubspot',
    { status: 429, ...overQuota },
    {
      status: 503,
      kind: 'unavailable',
      retryable: true,
      outcome: 'notSent',
      waitSeconds: 10,
      says: /limit/,
    },
    0,
  ],
  [
    'a 429 with Retry-After',
    'hubspot',
    { status: 429, headers: { 'Retry-After': '7' }, ...overQuota },
    { status: 503, kind: 'unavailable', retryable: true, outcome: 'notSent', waitSeconds: 7, says: /limit/ },
    0,
  ],
  [
    'a lock',
    'hubspot',
    { status: 423, ...hubspotError('LOCKED', 'The record is locked.') },
    {
      status: 503,
      kind: 'unavailable',
      retryable: true,
      outcome: 'notSent',
      waitSeconds: 2,
      says: /locked/,
    },
    0,
  ],
  [
    'a move of the account',
    'hubspot',
    { status: 477, headers: { 'Retry-After': '30' }, ...hubspotError('MIGRATION_IN_PROGRESS', 'Moving.') },
    {
      status: 503,
      kind: 'unavailable',
      retryable: true,
      outcome: 'notSent',
      waitSeconds: 30,
      says: /Moving/,
    },
    0,
  ],
  [
    'a 502',
    'hubspot',
    { status: 502, body: 'bad gateway' },
    { status: 502, kind: 'provider-unreachable', retryable: false, outcome: 'unknown', says: /502/ },
    0,
  ],
  [
    'a page of HTML',
    'salesforce',
    'html',
    { status: 502, kind: 'provider-unreachable', retryable: false, outcome: 'unknown', says: /502/ },
    0,
  ],
  [
    'a connection that breaks',
    'hubspot',
    'reset',
    { status: 502, kind: 'provider-unreachable', retryable: false, outcome: 'unknown', says: /connection/i },
    0,
  ],
  [
    'a connection that breaks after the write',
    'hubspot',
    'commit-then-reset',
    { status: 502, kind: 'provider-unreachable', retryable: false, outcome: 'unknown', says: /connection/i },
    1,
  ],
  [
    'no answer',
    'hubspot',
    'hang',
    { status: 504, kind: 'provider-timeout', retryable: false, outcome: 'unknown', says: /in time/ },
    0,
  ],
  [
    'no answer after the write',
    'salesforce',
    'commit-then-hang',
    { status: 504, kind: 'provider-timeout', retryable: false, outcome: 'unknown', says: /in time/ },
    1,
  ],
  [
    'a daily quota',
    'salesforce',
    {
      status: 403,
      body: [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }],
    },
    {
      status: 503,
      kind: 'unavailable',
      retryable: true,
      outcome: 'notSent',
      waitSeconds: 300,
      says: /TotalRequests/,
    },
    0,
  ],
  [
    'a server that is not available',
    'salesforce',
    {
      status: 503,
      body: [{ errorCode: 'SERVER_UNAVAILABLE', message: 'Server unavailable.' }],
      commit: true,
    },
    { status: 503, kind: 'unavailable', retryable: false, outcome: 'unknown', says: /unavailable/ },
    1,
  ],
  [
    'a missing right',
    'hubspot',
    { status: 403, ...hubspotError('MISSING_SCOPES', 'The scope contacts-write is missing.') },
    { status: 422, kind: 'provider-refused', retryable: false, says: /contacts-write/ },
    0,
  ],
];

const begun = new Map<string, ReturnType<typeof write>>();
async function write([, provider, then, { kind }]: Row) {
  const { install, sandbox, database } = kind === 'provider-timeout' ? impatient : gateway;
  const installed = await install({ provider, objectName: objects[provider] });
  sandbox.setFault({ provider, account: installed.account, then });
  const answer = await installed.write({ type: 'create', record: record[provider] });
  return { installed, answer, database };
}

test.each(rows)('%s', async (...row) => {
  const [what, provider, , told, created] = row;
  const { installed, answer, database } = await (begun.get(what) ?? write(row));
  const { status, kind, retryable, outcome, waitSeconds, says } = told;
  expect(answer).toMatchObject({
    status,
    body: { retryable, subsystem: provider, type: expect.stringMatching(new RegExp(`/${kind}$`)) },
  });
  expect(answer.body['detail']).toMatch(says);
  expect(answer.body['causes']).toEqual([expect.stringMatching(says)]);
  const context = answer.body['context'] as Record<string, unknown>;
  expect(context['outcome']).toBe(outcome);
  expect(context['errors']).toHaveLength(1);
  if (waitSeconds === undefined) expect(answer.headers.get('retry-after')).toBeNull();
  else expect(Number(answer.headers.get('retry-after'))).toBe(waitSeconds);
  expect(installed.records()).toHaveLength(created);
  const operation = await findOperation(database.prisma, installed.projectId, String(context['operationId']));
  expect(operation).toMatchObject({ status: 'failure' });
  const tookMs = operation!.updateTime.getTime() - operation!.createTime.getTime();
  expect(tookMs).toBeGreaterThanOrEqual(kind === 'provider-timeout' ? limitMs / 2 : 0);
});

test('a provider that cannot be reached: 502, nothing was sent, and a retry may help', async () => {
  const server = await testDatabase();
  const lonely = await startGateway(server);
  try {
    const { write } = await lonely.install({ provider: 'hubspot', objectName: 'contacts' });
    await lonely.sandbox.close();
    const answer = await write({ type: 'create', record: { firstname: 'Ada' } });
    expect(answer).toMatchObject({ status: 502, body: { retryable: true, context: { outcome: 'notSent' } } });
  } finally {
    await lonely.close();
  }
});

test('a connection that the provider does not know any more: 422, with "reconnect"', async () => {
  const { write } = await gateway.install({
    provider: 'hubspot',
    objectName: 'contacts',
    accessToken: 'nobody-knows-this',
  });
  const answer = await write({ type: 'create', record: { firstname: 'Ada' } });
  expect(answer).toMatchObject({ status: 422, body: { remedy: expect.stringContaining('reconnect') } });
  expect(JSON.stringify(answer.body)).not.toMatch('nobody-knows-this');
});

test('a refused record: 422 with the status, the code and the field that the provider named', async () => {
  const { write } = await gateway.install({ provider: 'hubspot', objectName: 'contacts' });
  const answer = await write({ type: 'create', record: { email: 'x', nonsense: 1 } });
  expect(answer).toMatchObject({
    status: 422,
    body: { retryable: false, context: { providerStatus: 400, errors: expect.any(Array) } },
  });
  expect(answer.body['causes']).toHaveLength(2);
});

const told = typicalCauses.flatMap(({ provider, causes }) =>
  Object.entries(causes).flatMap(([kind, own]) =>
    own.map((cause) => ({
      kind,
      provider: provider as 'hubspot' | 'salesforce',
      ...cause,
      shown: cause.code ?? 'no code',
    })),
  ),
);

test.each(told)(
  'the catalogue names $provider $status $shown under $kind, and that is how it is answered',
  async ({ kind, provider, status, code }) => {
    const { install, sandbox } = gateway;
    const installed = await install({ provider, objectName: objects[provider] });
    sandbox.setFault({
      provider,
      account: installed.account,
      then: { status, ...answerWith[provider](status, code) },
    });
    const answer = await installed.write({ type: 'create', record: record[provider] });
    expect(answer.body['type']).toMatch(new RegExp(`/${kind}$`));
    const { errors } = answer.body['context'] as { errors: { code?: string }[] };
    if (code !== undefined) expect(errors.map((error) => error.code)).toContain(code);
  },
);

/** A provider's body with a code, or else a page of its edge. */
const answerWith = {
  hubspot: (status: number, code?: string) =>
    code === undefined
      ? { body: 'no JSON' }
      : hubspotError(status === 400 ? 'VALIDATION_ERROR' : code, 'It was refused.', {
          ...(status === 400 && { errors: [{ message: 'It was refused.', code }] }),
        }),
  salesforce: (_status: number, code?: string) =>
    code === undefined ? { body: 'no JSON' } : { body: [{ errorCode: code, message: 'It was refused.' }] },
};
