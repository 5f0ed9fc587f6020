import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { followOperations, forgetSent } from '@writ/operation';
import { recordEndedOperations } from '@writ/operation/testing';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { disconnected, locked, refused, unanswered, written } from './testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

type Listed = { id: string; metadata: { waiting?: { reason: string } } } & Record<string, unknown>;
type Page = {
  results: Listed[];
  pagination: { done: boolean; nextPageToken?: string; lookedBackTo?: string };
};
const list = async (query = ''): Promise<Page> => {
  const { status, body } = await service.call('GET', `/operations?${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
};
const idsOf = async (query: string): Promise<string[]> => (await list(query)).results.map(({ id }) => id);

const recordsOf = async (operationId: string, query: string): Promise<unknown> => {
  const { body } = await service.call('GET', `/operations/${operationId}/records?${query}`);
  return body['results'];
};

test('each filter finds what it names, and several find what matches all of them', async () => {
  const { install, write, accept, collect, claim, settle } = service;
  const [one, other] = [await install(), { ...(await install()), groupRef: 'globex' }];
  const plain = write(one, { requestId: 'plain' });
  const keyed = write(other, {
    objectName: 'deals',
    type: 'update',
    records: [{ id: '55', fields: {} }],
    keyed: { projectId: one.projectId, scope: 's', key: 'order-1', bodyHash: Buffer.alloc(1) },
  });
  const partial = write(one, { form: 'batch', records: [{ fields: { a: 1 } }, { fields: { a: 2 } }] });
  const doubted = write(one);
  await accept(plain, keyed, partial, doubted);
  const batched = await collect(one, {
    requestId: 'joined',
    keyed: { projectId: one.projectId, scope: 's', key: 'order-2', bodyHash: Buffer.alloc(1) },
  });
  const claimed = await claim(one.laneId);
  const claimOf = ({ id }: { id: string }) => claimed.filter((operation) => operation.id === id);
  await settle(claimOf(plain), written);
  await settle(claimOf(partial), { kind: 'written', recordId: '8' }, refused);
  await settle(claimOf(doubted), unanswered);
  const synchronous = newId();
  const ended = { ...write(one), id: synchronous, status: 'failure', result: 'no', tookMs: 1 } as const;
  const { faults } = refused;
  await recordEndedOperations(service.pool, [
    { ...ended, fault: 'forbidden', idempotencyKey: 'once', records: [{ planned: { fields: {} }, faults }] },
  ]);

  const found: Record<string, readonly string[]> = {
    'status=success': [partial.id, plain.id],
    'status=success&status=failure': [synchronous, partial.id, plain.id],
    'status=in_progress&status=failure': [synchronous, batched, doubted.id, keyed.id],
    [`ids=${plain.id}&ids=${keyed.id.toUpperCase()}&ids=${newId()}`]: [keyed.id, plain.id],
    'groupRef=globex': [keyed.id],
    [`integrationId=${other.integrationId}`]: [keyed.id],
    [`integrationId=crm-${other.integrationId}`]: [keyed.id],
    'integrationId=crm': [],
    [`integrationId=${newId()}`]: [],
    [`installationId=${other.installationId}`]: [keyed.id],
    'provider=salesforce': [],
    'provider=hubspot&type=update': [keyed.id],
    [`account=${other.account}`]: [keyed.id],
    'resource=deals': [keyed.id],
    'mode=synchronous': [synchronous],
    'fault=invalid': [partial.id],
    'fault=forbidden': [synchronous],
    'fault=timeout&status=in_progress': [doubted.id],
    'partial=true': [partial.id],
    'partial=false&status=success': [plain.id],
    'ambiguous=true': [doubted.id],
    'requestId=plain': [plain.id],
    'requestId=joined': [batched],
    'idempotencyKey=order-1': [keyed.id],
    'idempotencyKey=order-2': [batched],
    'idempotencyKey=once': [synchronous],
    'recordId=7': [plain.id],
    'recordId=8': [partial.id],
    'recordId=55': [keyed.id],
    'recordId=8&status=failure': [],
  };
  const allFound = async () => {
    for (const [query, expected] of Object.entries(found))
      expect([query, await idsOf(query)]).toEqual([query, expected.toSorted().toReversed()]);
  };
  await allFound();
  // Following them changes nothing.
  await followOperations(service.pool);
  await allFound();
});

test('writes of a record are found by its id in whichever form', async () => {
  const { install, write, accept, claim, settle, pool } = service;
  const [short, long] = ['001D000000IqhSL', '001D000000IqhSLIAZ'];
  const installed = await install();
  const change = (record: { id: string; key?: string }) =>
    write(installed, { type: 'update', records: [{ ...record, fields: { name: 'x' } }] });
  const made = write(installed);
  await accept(made);
  await settle(await claim(installed.laneId), { kind: 'written', recordId: long });
  const writes = [change({ id: short }), change({ id: long.toLowerCase(), key: short })];
  await accept(...writes, change({ id: short.toLowerCase() }));
  const all = [made, ...writes].map(({ id }) => id).toReversed();
  const allFound = async () => {
    for (const id of [short, long, long.toLowerCase()]) {
      expect([id, await idsOf(`recordId=${id}`)]).toEqual([id, all]);
      for (const operationId of all)
        expect(await recordsOf(operationId, `recordId=${id}`)).toMatchObject([{ index: 0 }]);
    }
    expect(await recordsOf(made.id, 'recordId=001D000000IQHSL')).toEqual([]);
  };
  await allFound();
  await followOperations(pool);
  await allFound();
});

test('an operation is labelled with the email address or name of its first record, while that is kept', async () => {
  const { install, write, accept, claim, settle, prisma, projectId } = service;
  const installed = await install();
  const labelled: [string | undefined, object, object?][] = [
    ['ada@example.com', { Email: 'ada@example.com', Name: 'Ada' }],
    ['Ada Lovelace', { firstname: 'Ada', lastname: 'Lovelace', email: '' }],
    ['Cust-9', { city: 'Ulm' }, { upsert: { field: 'External_Id__c', value: 'Cust-9' } }],
    [undefined, { city: 'Ulm' }],
    [undefined, { name: 'x', notes: randomBytes(20_000).toString('hex') }],
  ];
  const operations = labelled.map(([, fields, more]) =>
    write(installed, { records: [{ fields, ...more }] as never }),
  );
  const batch = write(installed, {
    form: 'batch',
    records: [{ fields: { dealname: 'First' } }, { fields: { dealname: 'Second' } }],
  });
  await accept(...operations, batch);
  const labels = async () => {
    const { results } = await list();
    const of = (id: string) => results.find((one) => one.id === id)?.['label'];
    return [...operations, batch].map(({ id }) => of(id));
  };
  const expected = [...labelled.map(([label]) => label), 'First'];
  expect(await labels()).toEqual(expected);
  await settle(await claim(installed.laneId), written);
  expect(await labels()).toEqual(expected);
  await forgetSent(prisma, { projectId, ageMs: -1_000, limit: 10 });
  expect(await labels()).toEqual(expected.map(() => undefined));
});

test('what an operation waits for is what it is found by', async () => {
  const { install, write, accept, collect, claim, settle, call, pool } = service;
  const [busy, down, full, held] = [await install(), await install(), await install(), await install()];
  const later: typeof locked = { kind: 'failed', faults: [{ ...locked.faults[0], retryAfterMs: 60_000 }] };
  const update = { type: 'update' as const, records: [{ id: '5', fields: {} }] };
  await accept(write(busy));
  await settle(await claim(busy.laneId), later);
  await accept(write(busy));
  await settle(await claim(busy.laneId), disconnected);
  await accept(write(busy, update), write(busy, update), write(busy));
  await claim(busy.laneId, 1);
  await collect(busy);
  for (const installed of [down, full, held]) await accept(write(installed));
  await settle(await claim(held.laneId), later);
  for (const installed of [down, full, held]) await collect(installed);
  const park = 'UPDATE lane SET parked_until = now() + $3::interval, park_reason = $2 WHERE id = $1';
  await pool.query(park, [down.laneId, 'outage', '1 h']);
  await pool.query(park, [full.laneId, 'quota', '1 h']);
  await call('POST', `/lanes/${held.laneId}:pause`);

  const { results } = await list();
  const byReason = Map.groupBy(results, ({ metadata }) => metadata.waiting?.reason);
  const reasons = ['quota', 'order', 'connection', 'outage', 'paused', 'batch', 'retry'];
  expect([...byReason.keys()].map(String).toSorted()).toEqual([...reasons, 'undefined'].toSorted());
  for (const reason of reasons)
    expect([reason, await idsOf(`waiting=${reason}`)]).toEqual([
      reason,
      byReason.get(reason)?.map(({ id }) => id),
    ]);
  // A lane that continues parks nothing.
  await pool.query(park, [down.laneId, 'outage', '-1 s']);
  expect(await idsOf('waiting=outage')).toEqual([]);
});

test('a page that looked as far as it may tells how far, and the next one goes on there', async () => {
  const { install, pool } = service;
  const { projectId, integrationId, installationId, configId, connectionId, laneId } = await install();
  // The wanted operation, and more after it than a page reads for another system's record.
  await pool.query(
    `INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider,
       account, object_name, type, mode, form, status, lane_id, record_count, succeeded, written_id, request_id, create_time, update_time)
     SELECT $1, ('01980f6e-5c00-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, $4, $5, 'acme', 'hubspot', 'a', 'contacts',
       'create', 'asynchronous', 'single', 'success', $6, 1, 1, n::text, 'r', now(), now()
     FROM generate_series(1, 5002) AS n`,
    [projectId, integrationId, installationId, configId, connectionId, laneId],
  );
  // From before the search existed, not followed yet.
  await pool.query(`INSERT INTO operation_feed (project_id, what, operation_ids) VALUES ($1, 'old', '{}')`, [
    projectId,
  ]);
  const { results, pagination } = await list('recordId=1');
  expect(results).toEqual([]);
  const lookedBackTo = new Date(0x01980f6e5c00).toISOString();
  expect(pagination).toMatchObject({ done: false, lookedBackTo });
  const next = await list(`recordId=1&pageToken=${pagination.nextPageToken}`);
  expect(next).toMatchObject({ results: [{ requestId: 'r' }], pagination: { done: true } });
  // A full page has not stopped early.
  expect((await list('pageSize=1')).pagination).not.toHaveProperty('lookedBackTo');
});

test('an unknown filter is told with those there are, and a value that is none under its name', async () => {
  const { status, body } = await service.call('GET', '/operations?state=failure&status=done&ids=x&fault=no');
  expect(status).toBe(400);
  const issues = body['issues'] as { name: string; detail: string }[];
  expect(issues.map(({ name }) => name).toSorted()).toEqual(['fault', 'ids', 'state', 'status']);
  expect(issues.find(({ name }) => name === 'state')?.detail).toMatch(
    /not known here\..* There are: `status`, `ids`, .*`recordId`/,
  );
});

test('a token of another list is refused', async () => {
  const { install, write, accept } = service;
  const installed = await install();
  await accept(write(installed), write(installed));
  const { pagination } = await list('pageSize=1&type=create');
  for (const query of ['type=update', 'type=create&status=failure', '']) {
    const answer = await service.call('GET', `/operations?${query}&pageToken=${pagination.nextPageToken}`);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ name: 'pageToken' }] } });
  }
});

test('an operation tells for whom and by whom it is, why it failed last, and what it is tried again as', async () => {
  const { install, write, accept, claim, settle, call } = service;
  const installed = await install();
  const keyed = { projectId: installed.projectId, scope: 's', key: 'order-1', bodyHash: Buffer.alloc(1) };
  const before = write(installed, { keyed, requestId: 'checkout' });
  await accept(before);
  await settle(await claim(installed.laneId), refused);
  const after = String((await call('POST', `/operations/${before.id}:retry`)).body['operationId']);
  const common = {
    groupRef: 'acme',
    provider: 'hubspot',
    account: installed.account,
    laneId: installed.laneId,
  };
  const told = [
    { ...common, id: after, retryOf: before.id },
    {
      ...common,
      id: before.id,
      requestId: 'checkout',
      idempotencyKey: 'order-1',
      fault: 'invalid',
      retriedAs: after,
    },
  ];
  expect((await list()).results).toMatchObject(told);
  expect((await call('GET', `/operations/${before.id}`)).body).toMatchObject(told[1]!);
  expect((await call('POST', `/operations/${after}:cancel`)).body).toMatchObject({ fault: 'cancelled' });
  expect(await idsOf('fault=cancelled')).toEqual([after]);
});

test('the attempts of an operation are told in pages, and of the last one what it waits for now', async () => {
  const { install, write, accept, claim, settle, call } = service;
  const installed = await install();
  const waiting = write(installed);
  await accept(waiting);
  await settle(await claim(installed.laneId), locked);
  await settle(await claim(installed.laneId), disconnected);
  const attempts = (query = '') => call('GET', `/operations/${waiting.id}/attempts${query}`);
  const first = {
    number: 1,
    outcome: 'retry',
    fault: 'locked',
    message: 'later',
    sent: 1,
    written: 0,
    failed: 1,
  };
  const second = { number: 2, outcome: 'retry', fault: 'unauthorized', sent: 0, waitingFor: 'connection' };
  expect((await attempts()).body).toMatchObject({ results: [first, second], pagination: { done: true } });
  const { body } = await attempts('?pageSize=1');
  expect(body).toMatchObject({ results: [first], pagination: { done: false } });
  const { nextPageToken } = body['pagination'] as { nextPageToken: string };
  expect((await attempts(`?pageSize=1&pageToken=${nextPageToken}`)).body).toMatchObject({
    results: [second],
    pagination: { done: true },
  });
  expect((await call('GET', `/operations/${newId()}/attempts`)).status).toBe(404);
  expect((await attempts('?pageToken=x')).status).toBe(400);
});
