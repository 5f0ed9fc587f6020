import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { touchLanes } from '@writ/lanes';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { locked, refused } from './testing/writing.ts';

let service: TestOperations;
beforeAll(async () => {
  service = await startOperations();
});
afterAll(() => service.close());

type Lane = { id: string; queued: number; waiting?: { reason: string; until?: string } };
const lanes = async (query = '') => {
  const { body } = await service.call('GET', `/lanes${query}`);
  return { lanes: body['results'] as Lane[], pagination: body['pagination'] as { nextPageToken?: string } };
};
const laneById = async (id: string) => (await lanes()).lanes.find((lane) => lane.id === id);
const pause = (id: string) => service.call('POST', `/lanes/${id}:pause`);
const resume = (id: string) => service.call('POST', `/lanes/${id}:resume`);
const metadataOf = async (operationId: string) => {
  const { body } = await service.call('GET', `/operations/${operationId}`);
  return body['metadata'] as {
    failed?: number;
    waiting?: unknown;
    retry?: { nextAttempt?: string; lastError?: unknown };
  };
};
const waitingOf = async (operationId: string) => (await metadataOf(operationId)).waiting;
const park = (id: string, reason: string) =>
  service.pool.query(
    `UPDATE lane SET parked_until = clock_timestamp() + interval '1 h', park_reason = $2 WHERE id = $1`,
    [id, reason],
  );

test('a lane tells its account, what waits in it, and since when', async () => {
  const { install, write, accept } = service;
  const installed = await install();
  await accept(write(installed), write(installed));
  expect(await laneById(installed.laneId)).toEqual({
    id: installed.laneId,
    projectId: service.projectId,
    kind: 'provider',
    provider: 'hubspot',
    account: installed.account,
    groupRefs: [installed.groupRef],
    queued: 2,
    inFlight: 0,
    breaker: { state: 'closed' },
    rate: 0,
    oldestDue: expect.any(String) as unknown,
    createTime: expect.any(String) as unknown,
  });
});

test('between two attempts an operation says why, and that it is to be tried again; why its lane rests goes before', async () => {
  const { install, write, accept, claim, settle } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  const fault = {
    kind: 'unavailable',
    sent: 'rejected',
    retryable: true,
    message: 'down',
    status: 503,
  } as const;
  const faults = [{ ...fault, code: 'DOWN', retryAfterMs: 60_000 }] as const;
  await settle(await claim(installed.laneId), { kind: 'failed', faults });
  const until = expect.any(String) as unknown;
  expect(await metadataOf(operation.id)).toMatchObject({
    waiting: { reason: 'retry', until },
    retry: { attempts: 1, lastError: { message: 'down', code: 'DOWN', providerStatus: 503 } },
  });
  await park(installed.laneId, 'outage');
  expect(await waitingOf(operation.id)).toMatchObject({ reason: 'outage' });
  expect(await metadataOf(operation.id)).toMatchObject({ retry: { lastError: { providerStatus: 503 } } });
});

test('what a batch waits for between two attempts is told alone, not what has failed for good', async () => {
  const { install, write, accept, claim, settle } = service;
  const installed = await install();
  const records = [{ fields: { name: 'x' } }, { fields: { name: 'y' } }];
  const operation = write(installed, { form: 'batch', records });
  await accept(operation);
  await settle(await claim(installed.laneId), refused, locked);
  const { failed, retry } = await metadataOf(operation.id);
  expect({ failed, lastError: retry?.lastError }).toEqual({ failed: 1, lastError: { message: 'later' } });
});

test('lanes come in pages, also those of destinations alone', async () => {
  const { pool, projectId, install, write, accept } = service;
  await accept(write(await install()));
  const id = newId();
  await touchLanes(pool, [{ id, projectId, kind: 'destination', name: id }]);
  await pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, due_at)
     VALUES ($1, $2, $2, 'write.async.done', $3, 'pending', clock_timestamp())`,
    [projectId, newId(), id],
  );
  expect((await lanes('?kind=destination')).lanes).toMatchObject([{ id, kind: 'destination', queued: 1 }]);
  const first = await lanes('?pageSize=1');
  const second = await lanes(`?pageSize=1&pageToken=${String(first.pagination.nextPageToken)}`);
  expect(second.lanes[0]?.id).not.toBe(first.lanes[0]?.id);
  const token = String(first.pagination.nextPageToken);
  for (const path of [`/lanes?kind=provider&pageToken=${token}`, `/operations?pageToken=${token}`]) {
    const refused = await service.call('GET', path);
    expect(refused.status).toBe(400);
    expect(refused.body['issues']).toMatchObject([{ in: 'query', name: 'pageToken', value: token }]);
  }
  expect((await pause(id)).body).toMatchObject({ waiting: { reason: 'paused' } });
});

test('lanes are narrowed by why they wait: those alone that still do', async () => {
  const { install, write, accept, pool } = service;
  const [open, parked, paused, over] = await Promise.all([install(), install(), install(), install()]);
  const empty = newId();
  await touchLanes(pool, [{ id: empty, projectId: service.projectId, kind: 'destination', name: empty }]);
  await accept(write(open), write(parked), write(paused), write(over));
  await park(parked.laneId, 'outage');
  await park(over.laneId, 'outage');
  await pool.query('UPDATE lane SET parked_until = clock_timestamp() WHERE id = $1', [over.laneId]);
  for (const laneId of [paused.laneId, empty]) await pause(laneId);
  const idsOf = async (reason: string) => (await lanes(`?waiting=${reason}`)).lanes.map(({ id }) => id);
  const own = new Set([...[open, parked, paused, over].map(({ laneId }) => laneId), empty]);
  expect((await idsOf('outage')).filter((id) => own.has(id))).toEqual([parked.laneId]);
  expect((await idsOf('paused')).filter((id) => own.has(id))).toEqual([paused.laneId, empty].toSorted());
});

test('a paused lane says so, its writes too, and resuming wakes it', async () => {
  const { install, write, accept, woken } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  expect((await pause(installed.laneId)).body).toMatchObject({ waiting: { reason: 'paused' } });
  expect((await pause(installed.laneId)).status).toBe(200);
  expect(await waitingOf(operation.id)).toEqual({ reason: 'paused' });
  const later = write(installed);
  await accept(later);
  expect(await laneById(installed.laneId)).toMatchObject({ queued: 2, waiting: { reason: 'paused' } });
  expect(woken).not.toContain(installed.laneId);
  expect((await resume(installed.laneId)).body).not.toHaveProperty('waiting');
  expect(woken).toContain(installed.laneId);
  expect(await waitingOf(later.id)).toBeUndefined();
});

test('the next attempt is not told for a time at which the lane is not drained', async () => {
  const { install, write, accept } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  const nextAttempt = async () => (await metadataOf(operation.id)).retry?.nextAttempt;
  expect(await nextAttempt()).toEqual(expect.any(String));
  await park(installed.laneId, 'quota');
  expect(await nextAttempt()).toBe((await laneById(installed.laneId))?.waiting?.until);
  await pause(installed.laneId);
  expect(await nextAttempt()).toBeUndefined();
});

test('an attempt of a worker that died is not under way: its write tells that the lane is paused', async () => {
  const { install, write, accept, claim, pool } = service;
  const installed = await install();
  const operation = write(installed);
  await accept(operation);
  await claim(installed.laneId);
  await pause(installed.laneId);
  expect(await waitingOf(operation.id)).toBeUndefined();
  await pool.query('UPDATE operation SET lease_until = clock_timestamp() WHERE id = $1', [operation.id]);
  expect(await waitingOf(operation.id)).toEqual({ reason: 'paused' });
});

test('an auto batch whose delay has passed waits for its lane, no longer for its records', async () => {
  const { install, collect, pool } = service;
  const installed = await install();
  const batch = await collect(installed);
  await pause(installed.laneId);
  expect(await waitingOf(batch)).toMatchObject({ reason: 'batch' });
  await pool.query('UPDATE operation SET due_at = clock_timestamp() WHERE id = $1', [batch]);
  expect(await waitingOf(batch)).toEqual({ reason: 'paused' });
});

test('resuming ends a pause alone: a lane that is parked for its quota stays so', async () => {
  const { install, write, accept } = service;
  const installed = await install();
  const update = () => write(installed, { type: 'update', records: [{ id: '5', fields: {} }] });
  const [first, second] = [update(), update()];
  await accept(first, second);
  await park(installed.laneId, 'quota');
  expect((await resume(installed.laneId)).body).toMatchObject({
    waiting: { reason: 'quota', until: expect.any(String) as unknown },
  });
  expect(await waitingOf(first.id)).toMatchObject({ reason: 'quota' });
  // The operation's own reason takes precedence.
  expect(await waitingOf(second.id)).toEqual({ reason: 'order', operationId: first.id });
});

test('a lane of another project, or none, cannot be paused; nor can one be paused with a key that only reads', async () => {
  const { pool } = service;
  const id = newId();
  await touchLanes(pool, [{ id, projectId: newId(), kind: 'provider', name: 'hubspot x' }]);
  for (const unknown of [id, newId(), 'x']) {
    expect((await pause(unknown)).status).toBe(404);
    expect((await resume(unknown)).status).toBe(404);
  }
  expect((await service.call('GET', '/lanes', 'operations:read')).status).toBe(200);
  expect((await service.call('POST', `/lanes/${id}:pause`, 'operations:read')).status).toBe(403);
});

test('the lanes of one group are found, and of an account of many groups some are named', async () => {
  const { install, write, accept, pool } = service;
  const [mine, other] = [await install(), await install()];
  await accept(write(mine), write(other));
  await pool.query(
    `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
     SELECT gen_random_uuid(), $1, 'hubspot', 'group ' || n, $2, 'apiKey', '' FROM generate_series(1, 30) AS n`,
    [service.projectId, other.account],
  );
  const ofGroup = async (groupRef: string) =>
    (await lanes(`?groupRef=${encodeURIComponent(groupRef)}`)).lanes.map(({ id }) => id);
  expect(await ofGroup(mine.groupRef)).toEqual(expect.arrayContaining([mine.laneId, other.laneId]));
  expect(await ofGroup('group 30')).toEqual([other.laneId]);
  expect(await ofGroup('nobody')).toEqual([]);
  const shared = await laneById(other.laneId);
  expect(shared).toMatchObject({ moreGroups: true, groupRefs: expect.arrayContaining(['group 1']) });
});

test('an administrator lists, pauses and resumes the lanes of all projects; no key does', async () => {
  const { pool, woken, callAsAdmin } = service;
  const [id, projectId] = [newId(), newId()];
  await touchLanes(pool, [{ id, projectId, kind: 'destination', name: id }]);
  const listed = async (pageToken?: string): Promise<string[]> => {
    const token = pageToken === undefined ? '' : `&pageToken=${pageToken}`;
    const { body } = await callAsAdmin('GET', `/lanes?kind=destination&pageSize=1${token}`);
    const next = (body['pagination'] as { nextPageToken?: string }).nextPageToken;
    const ids = (body['results'] as Lane[]).map((lane) => lane.id);
    return next === undefined ? ids : [...ids, ...(await listed(next))];
  };
  expect(await listed()).toContain(id);
  expect((await callAsAdmin('POST', `/lanes/${id}:pause`)).body).toMatchObject({
    projectId,
    waiting: { reason: 'paused' },
  });
  expect((await callAsAdmin('POST', `/lanes/${id}:resume`)).body).not.toHaveProperty('waiting');
  expect(woken).toContain(id);
  expect((await callAsAdmin('POST', `/lanes/${newId()}:pause`)).status).toBe(404);
  for (const [method, path] of [
    ['GET', '/lanes'],
    ['POST', `/lanes/${id}:pause`],
    ['POST', `/lanes/${id}:resume`],
  ] as const)
    expect((await callAsAdmin(method, path, 'full')).status).toBe(403);
});
