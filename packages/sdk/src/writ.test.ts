import { afterEach, expect, test } from '@jest/globals';
import { problem, scriptedService, type Scripted } from './testing/scripted-service.ts';
import {
  Writ,
  WritNetworkError,
  WritOutcomeUnknown,
  WritProblem,
  WritStopped,
  WritWaitTimeout,
} from './index.ts';

type Service = Awaited<ReturnType<typeof scriptedService>>;
let service: Service;
afterEach(() => service.close());

/** A client of a host that answers by a script, whose last answer is repeated. */
async function withScript(...script: Scripted[]) {
  service = await scriptedService(script);
  const writ = new Writ(service.settings);
  return { ...service, writ, acme: writ.integration('demo-hubspot').for('acme') };
}

const written = {
  status: 200,
  body: { operationId: 'o1', result: { success: true, recordId: '101', data: {} } },
};
const busy = problem(503, 'unavailable', { retryable: true });
const operation = (status: string, metadata: object = {}) => ({
  status: 200,
  body: { id: 'o1', status, metadata: { type: 'create', ...metadata } },
});
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (fault: unknown) => fault,
  );

test('a write carries its key, the same at each try, and is sent again after faults of the network and retryable answers', async () => {
  const { acme, received, slept } = await withScript('cut', busy, written);

  expect(await acme.create('contacts', { email: 'ada@example.com' })).toEqual({
    operationId: 'o1',
    success: true,
    recordId: '101',
    data: {},
  });
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1']);
  expect(received[0]).toMatchObject({
    path: '/v1/projects/demo/integrations/demo-hubspot/objects/contacts',
    headers: { 'x-api-key': 'writ_key' },
    body: JSON.stringify({ groupRef: 'acme', type: 'create', record: { email: 'ada@example.com' } }),
  });
  expect(slept).toEqual([200, 400]);
});

test('a change of the management host is not sent again after a fault of the network, and a GET is', async () => {
  const { writ, received } = await withScript('cut', 'cut', { status: 200, body: { id: 't1' } });

  expect(await faultOf(writ.topics.create({ name: 'x' }))).toBeInstanceOf(WritNetworkError);
  await writ.destinations.get('d1');
  expect(received.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
});

test('a GET that rotates a signing key is not sent again after a fault of the network', async () => {
  const { writ, received } = await withScript('cut', 'cut', { status: 200, body: { id: 'd1' } });

  expect(await faultOf(writ.destinations.get('d1', { rotate: true }))).toBeInstanceOf(WritNetworkError);
  expect(received).toHaveLength(1);
  await writ.destinations.get('d1', { rotate: false });
  expect(received).toHaveLength(3);
});

test('a GET that forces the renewal of a token is not sent again after a fault of the network, and is after a 503', async () => {
  const { writ, received } = await withScript('cut', busy, { status: 200, body: { id: 'c1' } });

  expect(await faultOf(writ.connections.get('c1', { refresh: 'force' }))).toBeInstanceOf(WritNetworkError);
  expect(received).toHaveLength(1);
  await writ.connections.get('c1', { refresh: 'force' });
  expect(received).toHaveLength(3);
});

test('what rotates a signing key is not sent again after a 503, and is where too much was asked', async () => {
  const tooMany = problem(429, 'rate-limited', { retryable: true });
  const { writ, received } = await withScript(busy, busy, tooMany, { status: 200, body: { id: 'd1' } });

  expect(await faultOf(writ.destinations.get('d1', { rotate: true }))).toMatchObject({ status: 503 });
  expect(await faultOf(writ.destinations.rotateSecret('d1'))).toMatchObject({ status: 503 });
  expect(received).toHaveLength(2);
  await writ.destinations.rotateSecret('d1');
  expect(received).toHaveLength(4);
});

test('a retry waits as long as the service asks, and is left out where that passes the limit of the call', async () => {
  const asks = (seconds: string) => ({ ...busy, headers: { 'retry-after': seconds } });
  // A proxy on the way may add a second one.
  const { acme, slept, received } = await withScript(asks('7'), asks('3, 4'), written);
  await acme.create('contacts', {});
  expect(slept).toEqual([7000, 4000]);
  await service.close();

  const late = await withScript(asks('600'));
  expect(await faultOf(late.acme.create('contacts', {}))).toMatchObject({
    kind: 'unavailable',
    retryAfterMs: 600_000,
  });
  expect([late.slept, late.received.length, received.length]).toEqual([[], 1, 3]);
});

test('a refusal is thrown at once with all that the problem tells', async () => {
  const issues = [{ in: 'body', name: '/record/id', detail: 'is missing' }];
  const { acme, received } = await withScript(problem(400, 'invalid-input', { remedy: 'Mend it.', issues }));
  const fault = await faultOf(acme.delete('contacts', ''));

  expect(fault).toBeInstanceOf(WritProblem);
  expect(fault).toMatchObject({
    kind: 'invalid-input',
    status: 400,
    remedy: 'Mend it.',
    issues,
    requestId: 'request-1',
  });
  expect(received).toHaveLength(1);
});

test('a write of which nobody knows is an error of its own, with the key to send it again', async () => {
  const told = await withScript(problem(504, 'provider-timeout', { context: { outcome: 'unknown' } }));
  expect(await faultOf(told.acme.create('contacts', {}, { idempotencyKey: 'mine' }))).toMatchObject({
    name: 'WritOutcomeUnknown',
    idempotencyKey: 'mine',
    problem: { status: 504 },
  });
  await service.close();

  const cut = await withScript('cut');
  const fault = await faultOf(cut.acme.create('contacts', {}, { totalMs: 1000 }));
  expect(fault).toBeInstanceOf(WritOutcomeUnknown);
  expect(fault).toMatchObject({ idempotencyKey: 'key-1', problem: undefined });
  await service.close();

  // The first try may have been done: that the second is refused before its key is looked at says nothing of it.
  const refused = await withScript('cut', problem(401, 'not-authenticated'));
  expect(await faultOf(refused.acme.create('contacts', {}))).toBeInstanceOf(WritOutcomeUnknown);
});

test('a write that nothing left this machine of is known not to be written, unless an earlier try was sent', async () => {
  const gone = await withScript(written);
  await gone.close();
  const fault = await faultOf(gone.acme.create('contacts', {}));
  expect(fault).toBeInstanceOf(WritNetworkError);
  expect(fault).toMatchObject({ isUnsent: true, message: expect.stringContaining('No answer from') });
  await expect(gone.acme.createMany('contacts', [{}])).rejects.toMatchObject({
    results: [{ outcome: 'notSent' }],
  });

  const { settings, close } = await withScript('cut');
  const sleep = async () => {
    await close();
  };
  const runtime = { ...settings.runtime, sleep };
  const acme = new Writ({ ...settings, runtime, refusedMs: 0 }).integration('demo-hubspot').for('acme');
  expect(await faultOf(acme.create('contacts', {}))).toMatchObject({
    name: 'WritOutcomeUnknown',
    cause: { isUnsent: true },
  });
});

test('a host that refuses connections is given up before the limit of the call, where that is asked for', async () => {
  const { settings, slept, close } = await withScript(written);
  await close();
  const writ = new Writ({ ...settings, refusedMs: 10_000 });
  const sum = () => slept.reduce((total, ms) => total + ms, 0);
  expect(await faultOf(writ.whoami())).toMatchObject({ isUnsent: true });
  expect(sum()).toBeLessThan(10_000);
  expect(await faultOf(writ.whoami({ refusedMs: 60_000 }))).toMatchObject({ isUnsent: true });
  expect(sum()).toBeGreaterThan(20_000);
});

test('a host that answers nothing is given up before the limit of the call, and it is told how long it was asked', async () => {
  const { settings, slept, received } = await withScript('hang');
  const writ = new Writ({ ...settings, attemptMs: 20 });
  const sum = () => slept.reduce((total, ms) => total + ms, 0);
  expect(await faultOf(writ.whoami())).toMatchObject({
    isSilent: true,
    message: expect.stringMatching(/whoami: nothing within 20 ms, at attempt \d+ after [\d.]+ s$/),
  });
  expect([sum() > 30_000, sum() < 60_000]).toEqual([true, true]);

  const before = received.length;
  expect(await faultOf(writ.whoami({ silentMs: 0 }))).toMatchObject({
    message: expect.stringMatching(/nothing within 20 ms$/),
  });
  expect(received.length - before).toBeLessThanOrEqual(1);
});

test('addresses that are none are told when the client is made', async () => {
  const { settings } = await withScript(written);
  const make = (wrong: object) => () => new Writ({ ...settings, ...wrong });
  expect(make({ writeUrl: 'localhost:18081/v1', managementUrl: undefined })).toThrow(
    new TypeError(
      '`managementUrl` is undefined, `writeUrl` is localhost:18081/v1: an address that begins with http:// or https:// is needed.',
    ),
  );
  expect(make({ writeUrl: '/v1' })).toThrow('`writeUrl` is /v1');
});

test('a bug of the service leaves a write in doubt, and a call that is none is refused', async () => {
  const { writ, acme } = await withScript(problem(500, 'internal'));

  expect(await faultOf(acme.create('contacts', {}))).toMatchObject({
    name: 'WritOutcomeUnknown',
    idempotencyKey: 'key-1',
    problem: { status: 500 },
  });
  await expect(acme.createMany('contacts', [{}])).rejects.toMatchObject({
    results: [{ outcome: 'unknown' }],
  });
  expect(await faultOf(writ.topics.create({ name: 'x' }))).toBeInstanceOf(WritProblem);
});

test('a try ends after its limit, and a call at once with the signal of its caller', async () => {
  const slow = await withScript('hang', written);
  await slow.acme.create('contacts', {}, { attemptMs: 200 });
  // A slow machine may need one try more.
  expect(slow.received.length).toBeGreaterThanOrEqual(2);
  await service.close();

  const { writ } = await withScript('hang');
  const controller = new AbortController();
  const asked = faultOf(writ.whoami({ signal: controller.signal }));
  controller.abort(new Error('no longer wanted'));
  expect(await asked).toMatchObject({ message: 'no longer wanted' });
});

test.each([30_000.5, 2 ** 31, Number.POSITIVE_INFINITY])('a limit of %d ms is kept to', async (ms) => {
  const { acme } = await withScript(written);
  await expect(acme.create('contacts', {}, { attemptMs: ms, totalMs: ms })).resolves.toBeDefined();
});

test('an answer that is none of the service is told as such', async () => {
  const { writ } = await withScript({ status: 502, headers: { 'content-type': 'text/html' } });
  expect(await faultOf(writ.topics.create({ name: 'x' }))).toMatchObject({
    name: 'WritNetworkError',
    message: expect.stringContaining('of status 502'),
  });
});

test('a token is asked for at each try', async () => {
  const { settings, received } = await withScript(busy, { status: 200, body: {} });
  const { apiKey: _, ...others } = settings;
  let made = 0;
  const writ = new Writ({ ...others, token: () => `token-${(made += 1)}` });
  await writ.whoami();

  expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  expect(received[0]!.headers['x-api-key']).toBeUndefined();
});

test('no token at a later try leaves in doubt what may have been written, with the key; before the first nothing is', async () => {
  const { settings, received } = await withScript('cut', written);
  const { apiKey: _, ...others } = settings;
  const outage = new Error('no token server');
  const tokens = ['token'];
  const token = () => tokens.shift() ?? Promise.reject(outage);
  const acme = new Writ({ ...others, token }).integration('demo-hubspot').for('acme');

  expect(await faultOf(acme.create('contacts', {}))).toMatchObject({
    name: 'WritOutcomeUnknown',
    message: 'It is unknown whether it was written. no token server',
    idempotencyKey: 'key-1',
    problem: undefined,
    cause: outage,
  });
  expect(await faultOf(acme.create('contacts', {}))).toBe(outage);
  expect(received).toHaveLength(1);
});

test('a token that does not come ends the call with its time, or at once with the signal of its caller', async () => {
  const { settings, received } = await withScript('cut');
  const { apiKey: _, ...others } = settings;
  const never = new Promise<string>(() => undefined);
  const writ = new Writ({ ...others, attemptMs: 20, token: () => never });
  const fault = await faultOf(writ.whoami());
  expect(fault).toBeInstanceOf(WritNetworkError);
  expect(fault).toMatchObject({ message: 'No token within 20 ms.' });

  const controller = new AbortController();
  const asked = faultOf(writ.whoami({ signal: controller.signal, attemptMs: 60_000 }));
  controller.abort(new Error('no longer wanted'));
  expect(await asked).toMatchObject({ message: 'no longer wanted' });
  expect(received).toEqual([]);
});

test('the session of a browser goes without another credential', async () => {
  const { settings, received } = await withScript({ status: 200, body: {} });
  const { apiKey: _, ...others } = settings;
  await new Writ({ ...others, session: true }).whoami();

  expect(received[0]!.headers).toMatchObject({ 'x-writ-console': '1' });
  expect(received[0]!.headers['x-api-key'] ?? received[0]!.headers.authorization).toBeUndefined();
});

test('a list is read on from the page that a token leads to', async () => {
  const page = { results: [{ id: 3 }], pagination: { done: true } };
  const { writ, received } = await withScript({ status: 200, body: page });
  for await (const read of writ.operations.list({ status: ['failure'] }).pages('more'))
    expect(read).toEqual(page);

  expect(received.map(({ path }) => path)).toEqual([
    '/v1/projects/demo/operations?status=failure&pageToken=more',
  ]);
});

test('lists are read page by page, by the token of the body or of the header', async () => {
  const { writ, received } = await withScript(
    {
      status: 200,
      body: { results: [{ id: 1 }, { id: 2 }], pagination: { done: false, nextPageToken: 'more' } },
    },
    { status: 200, body: { results: [{ id: 3 }], pagination: { done: true } } },
    {
      status: 200,
      body: [{ id: 4 }],
      headers: { link: '</v1/projects/demo/topics?pageToken=a%2Fb>; rel="next"' },
    },
    { status: 200, body: [{ id: 5 }] },
  );
  const ids: unknown[] = [];
  for await (const { id } of writ.operations.list({ status: ['failure'], since: undefined })) ids.push(id);
  for await (const page of writ.topics.list().pages()) ids.push(page.length);

  expect(ids).toEqual([1, 2, 3, 1, 1]);
  expect(received.map(({ path }) => path.replace('/v1/projects/demo/', ''))).toEqual([
    'operations?status=failure',
    'operations?status=failure&pageToken=more',
    'topics',
    'topics?pageToken=a%2Fb',
  ]);
});

test('path, body and query of a method follow each other, and names are made safe for paths', async () => {
  const { writ, received } = await withScript({ status: 200, body: {} });
  await writ.installations.get('an integration', 'i1', { skipSampling: true });
  await writ.integrations.apply(
    { sourceYaml: 'specVersion: 1.0.0' },
    { dryRun: true },
    { headers: { 'X-Request-Id': 'r' } },
  );

  expect(received.map(({ path }) => path)).toEqual([
    '/v1/projects/demo/integrations/an%20integration/installations/i1?skipSampling=true',
    '/v1/projects/demo/integrations:batch?dryRun=true',
  ]);
  expect(received[1]).toMatchObject({
    body: '{"sourceYaml":"specVersion: 1.0.0"}',
    headers: { 'x-request-id': 'r' },
  });
});

test('what is no name or id is refused, and nothing is sent: it would lead to a list, or to what is above', async () => {
  const { writ, acme, received } = await withScript({ status: 200, body: {} });
  const unset = undefined as unknown as string;
  for (const id of ['', '.', '..', unset])
    for (const call of [
      writ.installations.delete('demo-hubspot', id),
      writ.operation(id).wait(),
      writ.operations.records(id).all(),
      acme.create(id, { email: 'ada@example.com' }),
      acme.createMany(id, [{ email: 'ada@example.com' }]),
    ])
      await expect(call).rejects.toMatchObject({
        name: 'WritError',
        message: expect.stringContaining(`"${id}" is no name or id`),
      });
  expect(received).toEqual([]);
});

const bodiesOf = (received: readonly { body: string }[]): unknown[] =>
  received.map(({ body }) => JSON.parse(body) as unknown);

test('an upsert names its key, and returns whether the record was created', async () => {
  const result = { success: true, recordId: '101', created: true, data: {} };
  const { acme, received } = await withScript({ status: 200, body: { operationId: 'o1', result } });
  const record = { email: 'ada@example.com' };
  expect(await acme.upsert('contacts', 'email', record)).toEqual({ operationId: 'o1', ...result });
  await acme.upsert('contacts', 'email', record, { onMissing: 'fail' });
  const upsert = { groupRef: 'acme', type: 'upsert', key: 'email', record };
  expect(bodiesOf(received)).toEqual([upsert, { ...upsert, onMissing: 'fail' }]);
});

test('upserts are stored for later, alone or gathered', async () => {
  const { acme, received } = await withScript({ status: 200, body: { operationId: 'o1' } });
  const record = { external_id: 7 };
  const autoBatch = { maxDelayMinutes: 5 };
  await acme.upsertLater('deals', 'external_id', record, { retryHours: 4 });
  await acme.upsertLater('deals', 'external_id', record, { onMissing: 'fail', autoBatch });
  const upsert = { groupRef: 'acme', type: 'upsert', key: 'external_id', mode: 'asynchronous', record };
  expect(bodiesOf(received)).toEqual([
    { ...upsert, retryPolicy: { deadlineHours: 4 } },
    { ...upsert, onMissing: 'fail', autoBatchPolicy: autoBatch },
  ]);
});

test('any number of records is upserted, now and later', async () => {
  const created = [true, false];
  const { acme, received } = await withScript(
    {
      status: 200,
      body: { operationId: 'o1', results: created.map((one) => ({ success: true, created: one })) },
    },
    { status: 200, body: { operationId: 'o2' } },
  );
  const records = people(2);
  const now = await acme.upsertMany('contacts', 'email', records, { onMissing: 'create' });
  expect(now.map((one) => one.success && one.created)).toEqual(created);
  const later = await acme.upsertManyLater('contacts', 'email', records, { onMissing: 'fail' });
  expect(later.operations).toMatchObject([{ operationId: 'o2', first: 0, count: 2 }]);
  const batch = records.map((record) => ({ record }));
  const upsert = { groupRef: 'acme', type: 'upsert', key: 'email', batch };
  expect(bodiesOf(received)).toEqual([
    { ...upsert, onMissing: 'create' },
    { ...upsert, mode: 'asynchronous', onMissing: 'fail' },
  ]);
});

test('any number of records is sent in batches of 100, in order, with one result a record', async () => {
  const results = (count: number) => ({
    status: 200,
    body: {
      operationId: 'o1',
      successCount: count,
      failureCount: 0,
      results: Array.from({ length: count }, () => ({ success: true, recordId: '1' })),
      errors: [],
    },
  });
  const issues = [{ in: 'body', name: '/batch/0/record/id', detail: 'is given' }];
  const { acme, received } = await withScript(
    results(100),
    problem(422, 'provider-refused', {
      operationId: 'o2',
      results: Array(100).fill({ success: false, errors: [{ message: 'no' }] }),
    }),
    problem(400, 'invalid-input', { issues }),
  );
  const counted: number[] = [];
  const all = await acme.createMany(
    'contacts',
    Array.from({ length: 202 }, (_, email) => ({ email })),
    { idempotencyKey: 'import', onBatch: (batch) => counted.push(batch.length) },
  );

  expect(all.map(({ index }) => index)).toEqual(Array.from({ length: 202 }, (_, index) => index));
  expect([all[99], all[100], all[200], all[201]]).toEqual([
    { index: 99, success: true, recordId: '1', operationId: 'o1' },
    { index: 100, success: false, errors: [{ message: 'no' }], operationId: 'o2' },
    { index: 200, success: false, errors: [{ message: 'is given' }] },
    { index: 201, success: false, errors: [{ message: 'invalid-input: why' }] },
  ]);
  expect(counted).toEqual([100, 100, 2]);
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([
    'import.0',
    'import.1',
    'import.2',
  ]);
});

test('of many, a record that was written under an id that is not known has none', async () => {
  const warnings = ['no id'];
  const body = { operationId: 'o1', results: [{ success: true }], errors: [], warnings };
  const { acme } = await withScript({ status: 200, body });
  const [only] = await acme.createMany('contacts', people(1));
  expect(only).toEqual({ index: 0, success: true, operationId: 'o1', warnings });
});

test('records that one request cannot hold go in several, and one that none can hold fails alone, unsent', async () => {
  const { acme, received } = await withScript((body) => ({
    status: 200,
    body: {
      operationId: 'o1',
      results: (JSON.parse(body) as { batch: object[] }).batch.map(() => ({ success: true })),
    },
  }));
  const records = (...sizes: number[]) => sizes.map((size) => ({ note: 'é'.repeat(size / 2) }));
  const mega = 1024 * 1024;
  const all = await acme.createMany('contacts', records(2 * mega, 2 * mega, 2 * mega, 5 * mega, 10), {
    idempotencyKey: 'import',
  });

  expect(all.map(({ index, success }) => [index, success])).toEqual([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
    [4, true],
  ]);
  expect(all[3]).toMatchObject({ outcome: 'notSent', errors: [{ message: expect.stringMatching(/bytes/) }] });
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([
    'import.0',
    'import.1',
    'import.3',
  ]);
  for (const { body } of received) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(5 * mega);
  const inVain = acme.createMany('contacts', records(3 * mega, 3 * mega), { allOrNone: true });
  await expect(inVain).rejects.toThrow(RangeError);
});

test('what would stop every further batch stops them, and tells what became of each record', async () => {
  const { acme, received } = await withScript(problem(403, 'object-not-writable'));
  const fault = await faultOf(
    acme.createMany(
      'contacts',
      Array.from({ length: 150 }, () => ({})),
    ),
  );

  expect(fault).toBeInstanceOf(WritStopped);
  expect((fault as WritStopped).results).toHaveLength(150);
  expect((fault as WritStopped).results.every(({ outcome }) => outcome === 'notSent')).toBe(true);
  expect(received).toHaveLength(1);
});

test('the next batch waits for what is done with the last one, and where that fails it is told what is written', async () => {
  const { acme, received } = await withScript((body) => {
    const results = (JSON.parse(body) as { batch: object[] }).batch.map(() => ({
      success: true,
      recordId: '1',
    }));
    return { status: 200, body: { operationId: 'o1', results, errors: [] } };
  });
  const requests: number[] = [];
  const cause = new Error('The table is locked.');
  const onBatch = async () => {
    await Promise.resolve();
    requests.push(received.length);
    if (requests.length === 2) throw cause;
  };
  const fault = await faultOf(acme.createMany('contacts', people(201), { onBatch }));

  expect(requests).toEqual([1, 2]);
  expect(fault).toMatchObject({ name: 'WritStopped', cause, idempotencyKey: 'key-1' });
  const { results } = fault as WritStopped;
  expect(results.filter(({ success }) => success)).toHaveLength(200);
  expect(results[200]).toMatchObject({ outcome: 'notSent' });
  await acme.createMany('contacts', people(201), { idempotencyKey: (fault as WritStopped).idempotencyKey });
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual(['key-1.0', 'key-1.1', 'key-1.0', 'key-1.1', 'key-1.2']);
});

test.each([
  ['an outage', problem(503, 'unavailable', { retryable: true, results: [{ success: false }] })],
  ['a connection that is gone', problem(422, 'connection-not-working', { context: { connectionId: 'c' } })],
])('%s stops all batches, since the next would fare alike', async (_, answer) => {
  const { acme, received } = await withScript(answer);
  const records = Array.from({ length: 101 }, () => ({}));
  const outcomes = records.map(() => ({ outcome: 'notSent' }));
  await expect(acme.createMany('contacts', records)).rejects.toMatchObject({ results: outcomes });
  expect(received.filter(({ headers }) => String(headers['idempotency-key']).endsWith('.1'))).toEqual([]);
});

/** The answer to so many records that are stored for later. */
const accepted = (operationId: string) => ({ status: 200, body: { operationId } });
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `${index}@example.com` }));

test('any number of records is stored for later, an operation a request, and what is refused is told', async () => {
  const issues = [{ in: 'body', name: '/batch/1/record/id', detail: 'is given' }];
  const { acme, received } = await withScript(
    accepted('o1'),
    problem(400, 'invalid-input', { issues }),
    accepted('o3'),
    operation('success'),
  );
  const options = { retryHours: 4, allOrNone: false, idempotencyKey: 'import' };
  const { operations, failed } = await acme.createManyLater('contacts', people(202), options);

  expect(operations).toMatchObject([
    { operationId: 'o1', first: 0, count: 100 },
    { operationId: 'o3', first: 200, count: 2 },
  ]);
  expect(failed).toHaveLength(100);
  expect(failed.slice(0, 2)).toEqual([
    { index: 100, success: false, errors: [{ message: 'invalid-input: why' }] },
    { index: 101, success: false, errors: [{ message: 'is given' }] },
  ]);
  expect(await operations[0]!.wait()).toMatchObject({ status: 'success' });
  const { batch, ...request } = JSON.parse(received[0]!.body) as { batch: object[] };
  expect(batch[1]).toEqual({ record: { email: '1@example.com' } });
  expect(request).toEqual({
    groupRef: 'acme',
    type: 'create',
    mode: 'asynchronous',
    retryPolicy: { deadlineHours: 4 },
    batchPolicy: { allOrNone: false },
  });
  expect(received.slice(0, 3).map(({ headers }) => headers['idempotency-key'])).toEqual([
    'import.0',
    'import.1',
    'import.2',
  ]);
});

test('what stops records for later tells what is stored all the same, and which are not', async () => {
  const { acme } = await withScript(accepted('o1'), problem(403, 'object-not-writable'));
  const changed = people(150).map((person, id) => ({ ...person, id: String(id) }));
  const fault = await faultOf(acme.updateManyLater('contacts', changed));

  expect(fault).toBeInstanceOf(WritStopped);
  expect(fault).toMatchObject({
    message: expect.stringMatching(/^Stopped after 100 of 150 records/),
    operations: [{ operationId: 'o1', first: 0, count: 100 }],
  });
  const { results } = fault as WritStopped;
  expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, index) => 100 + index));
  expect(results.every(({ outcome }) => outcome === 'notSent')).toBe(true);
});

test('each record of many has its own associations, and the request its headers for the CRM', async () => {
  const { acme, received } = await withScript(accepted('o1'));
  const companies = ['7', undefined];
  const to = (id: string) => ({
    to: { id },
    types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 1 }],
  });
  const providerHeaders = [{ key: 'Sforce-Duplicate-Rule-Header', value: 'allowSave=true' }];
  await acme.createManyLater('contacts', people(2), {
    providerHeaders,
    associations: (_, index) => (companies[index] === undefined ? undefined : [to(companies[index])]),
  });

  expect(JSON.parse(received[0]!.body)).toMatchObject({
    batch: [
      { record: { email: '0@example.com' }, associations: [to('7')] },
      { record: { email: '1@example.com' } },
    ],
    headers: providerHeaders,
  });
});

test('associations take their room in a request', async () => {
  const { acme, received } = await withScript(accepted('o1'));
  const large = [{ to: { id: 'x'.repeat(3 * 1024 * 1024) }, types: [] }];
  const { operations } = await acme.createManyLater('contacts', people(2), { associations: () => large });
  expect(operations.map(({ first, count }) => [first, count])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(received).toHaveLength(2);
});

test('what is no option of a write is refused, and nothing is sent', async () => {
  const { acme, received } = await withScript(written);
  const given = { retryHours: 4 } as object;
  const writes = [
    acme.create('contacts', {}, given),
    acme.delete('contacts', '1', { allOrNone: true } as object),
    acme.createMany('contacts', [{}], given),
    acme.createLater('contacts', {}, { deadlineHours: 4 } as object),
    acme.createManyLater('contacts', [{}], { autoBatch: { maxDelayMinutes: 1 } } as object),
  ];
  const faults = await Promise.all(writes.map(faultOf));
  expect(faults).toEqual(
    ['retryHours', 'allOrNone', 'retryHours', 'deadlineHours', 'autoBatch'].map(
      (name) => new TypeError(`${name} is no option of this write.`),
    ),
  );
  expect(received).toEqual([]);
});

test('a key among the headers of a write is refused, and nothing is sent', async () => {
  const { acme, received } = await withScript(written);
  for (const name of ['Idempotency-Key', 'idempotency-key']) {
    const options = { headers: { [name]: 'order-7' } };
    for (const write of [
      acme.create('contacts', {}, options),
      acme.createLater('contacts', {}, options),
      acme.createMany('contacts', [{}], options),
      acme.createManyLater('contacts', [{}], options),
    ])
      await expect(write).rejects.toThrow(
        `Give the option \`idempotencyKey\` instead of the header ${name}.`,
      );
  }
  expect(received).toEqual([]);
});

test('of many, too, it is told what the settings did to them', async () => {
  const warnings = ['Missing from the request, so the default was used: size'];
  const { acme } = await withScript(
    { status: 200, body: { operationId: 'o1', results: [{ success: true, recordId: '1' }], warnings } },
    problem(422, 'provider-refused', { operationId: 'o2', results: [{ success: false }], warnings }),
  );
  expect(await acme.createMany('contacts', [{}])).toMatchObject([{ success: true, warnings }]);
  expect(await acme.createMany('contacts', [{}])).toMatchObject([{ success: false, warnings }]);
});

test('what is said of a whole batch, and of none of its records, is a reason of each that failed', async () => {
  const conflict = { message: 'Contact already exists', code: 'CONFLICT' };
  const own = { message: 'Not written', code: 'NOT_WRITTEN_BATCH_REFUSED' };
  const told = {
    operationId: 'o1',
    results: [{ success: false, errors: [own] }],
    errors: [conflict, { ...own, index: 0 }],
  };
  const partly = { ...told, results: [...told.results, { success: true, recordId: '2' }] };
  const { acme } = await withScript(problem(422, 'provider-refused', told), { status: 200, body: partly });

  const [refused] = await acme.createMany('contacts', [{}], { allOrNone: true });
  expect(refused?.errors).toEqual([own, conflict]);
  const [failed, done] = await acme.createMany('contacts', [{}, {}]);
  expect(failed?.errors).toEqual([own, conflict]);
  expect(done).toMatchObject({ success: true, recordId: '2' });
});

test('of a batch under way that its caller ends nobody says that it was not sent', async () => {
  const { acme } = await withScript('hang');
  const ending = new AbortController();
  const many = acme.createMany('contacts', [{}], { signal: ending.signal });
  ending.abort(new Error('enough'));
  await expect(many).rejects.toMatchObject({ results: [{ outcome: 'unknown' }] });
});

test('a number or a date that JSON would make null of is refused, and nothing is sent', async () => {
  const { acme, received } = await withScript(written);
  await expect(acme.update('contacts', { id: '1', size: Number.NaN })).rejects.toThrow('`size` is NaN');
  const dated = { id: '1', since: new Date(0), due: new Date('soon') };
  await expect(acme.update('contacts', dated)).rejects.toThrow('`due` is Invalid Date');
  const many = [
    { id: '1', note: null },
    { id: '2', size: -Infinity },
  ];
  await expect(acme.updateMany('contacts', many)).rejects.toThrow('`size` is -Infinity');
  expect(received).toEqual([]);
});

test('what is no option of a call is refused, and nothing is sent', async () => {
  const { writ, received } = await withScript({ status: 202, body: {} });
  const given = { status: ['failure'], dryRun: true } as const;
  await expect(writ.operations.retryAll({}, given as object)).rejects.toThrow('status is no option');
  expect(received).toEqual([]);
});

test('waiting sleeps until the next attempt or until the batch runs, and ends with the operation', async () => {
  const { acme, slept } = await withScript(
    { status: 200, body: { operationId: 'o1' } },
    operation('in_progress', { retry: { attempts: 1, nextAttempt: '2026-11-21T10:00:08Z' } }),
    operation('in_progress', { autoBatch: { count: 1, runsAt: '2026-11-21T10:05:00Z' } }),
    operation('in_progress'),
    operation('success'),
  );
  const later = await acme.createLater('contacts', {}, { autoBatch: { maxDelayMinutes: 5 }, retryHours: 4 });

  expect(await later.wait()).toMatchObject({ id: 'o1', status: 'success' });
  expect(slept.map(Math.round)).toEqual([8000, 30_000, 450]);
  expect(JSON.parse(service.received[0]!.body)).toMatchObject({
    mode: 'asynchronous',
    autoBatchPolicy: { maxDelayMinutes: 5, retryDeadlineHours: 4 },
  });
});

test('what is no option of a wait is refused, and nothing is sent', async () => {
  const { writ, received } = await withScript(operation('in_progress'));
  const fault = await faultOf(writ.operation('o1').wait({ timeout: 1000 } as object));
  expect(fault).toEqual(new TypeError('timeout is no option of a wait.'));
  expect(received).toEqual([]);
});

test('waiting ends after its time while the operation goes on', async () => {
  const { writ, slept } = await withScript(operation('in_progress'));
  const fault = await faultOf(writ.operation('o1').wait({ timeoutMs: 1000 }));

  expect(fault).toBeInstanceOf(WritWaitTimeout);
  expect(Math.round(slept.reduce((sum, ms) => sum + ms, 0))).toBe(1000);
});

test('waiting ends after its time also where no answer comes, and tells why', async () => {
  const { settings, slept } = await withScript('hang');
  const impatient = new Writ({ ...settings, attemptMs: 20 });
  const fault = await faultOf(impatient.operation('o1').wait({ timeoutMs: 5000 }));

  expect(fault).toBeInstanceOf(WritWaitTimeout);
  expect(fault).toMatchObject({ cause: expect.any(WritNetworkError) });
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5000);
  // A call has less than the wait: then it is the host that is told of.
  const faulty = new Writ({ ...settings, attemptMs: 20, totalMs: 1000 });
  expect(await faultOf(faulty.operation('o1').wait())).toBeInstanceOf(WritNetworkError);
});
