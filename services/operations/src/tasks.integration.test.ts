import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { batchLimits, countCancellable, countFailed, listRetryable } from '@writ/operation';
import { addTask, momentOf } from '@writ/task';
import { eventually } from '@writ/test-kit';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { refused, written } from './testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

type Task = {
  id: string;
  state: string;
  count?: number;
  done: number;
  leftOut: { reason: string; count: number; detail: string }[];
};
const many = (verb: 'cancel' | 'retry', query: string) =>
  service.call('POST', `/operations:${verb}?${query}`);
const begin = async (verb: 'cancel' | 'retry', query: string): Promise<string> => {
  const { status, body } = await many(verb, query);
  expect(status).toBe(202);
  return String(body['taskId']);
};
const taskOf = async (id: string): Promise<Task> =>
  (await service.call('GET', `/tasks/${id}`)).body as unknown as Task;
const ended = (id: string): Promise<Task> =>
  eventually(async () => {
    const task = await taskOf(id);
    if (task.state === 'running') throw new Error('not yet');
    return task;
  });
const reasons = (of: unknown) =>
  Object.fromEntries((of as Task['leftOut']).map(({ reason, count }) => [reason, count]));
const writes = (n: number, installed: Awaited<ReturnType<TestOperations['install']>>) =>
  Array.from({ length: n }, () => service.write(installed));

/** Three that can be retried, and one for each reason against it. */
async function failures() {
  const { install, write, accept, claim, settle, connect, pool, projectId } = service;
  const [here, gone, moved] = [await install(), await install(), await install()];
  const forgotten = write(here);
  const open = write(here);
  await accept(...writes(3, here), forgotten, write(gone));
  await accept(write(moved, { type: 'update', records: [{ id: '5', fields: { name: 'x' } }] }), write(moved));
  for (const { laneId } of [here, gone, moved]) await settle(await claim(laneId), refused);
  await accept(open);
  await pool.query('UPDATE operation_record SET planned = NULL WHERE operation_id = $1', [forgotten.id]);
  await pool.query('DELETE FROM installation WHERE id = $1', [gone.installationId]);
  const other = { ...moved, connectionId: newId(), account: newId() };
  await connect(other);
  await pool.query('UPDATE installation SET connection_id = $2 WHERE id = $1', [
    moved.installationId,
    other.connectionId,
  ]);
  await pool.query(
    `INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref,
       provider, account, object_name, type, mode, form, status, record_count, failed, request_id, create_time, update_time)
     SELECT $1, $3, integration_id, installation_id, config_id, connection_id, group_ref, provider, account,
       object_name, type, 'synchronous', form, 'failure', 1, 1, 'r', now(), now() FROM operation WHERE id = $2`,
    [projectId, forgotten.id, newId()],
  );
  return { here, open };
}
const leftOutOfFailures = {
  running: 1,
  synchronous: 1,
  installationGone: 1,
  otherAccount: 1,
  recordsRemoved: 1,
};

test('a dry run tells how many, the newest, and what is left out and why; the task comes to the same', async () => {
  await failures();
  const { status, body } = await many('retry', 'groupRef=acme&dryRun=true');
  expect([status, body['count'], reasons(body['leftOut'])]).toEqual([200, 4, leftOutOfFailures]);
  expect(body['examples']).toHaveLength(4);
  expect(body['examples']).toEqual(
    [...(body['examples'] as { id: string }[])].sort((a, b) => (a.id < b.id ? 1 : -1)),
  );
  expect((await service.pool.query('SELECT FROM task')).rowCount).toBe(0);
  expect((await service.pool.query('SELECT FROM audit_entry')).rowCount).toBe(0);
  const id = await begin('retry', 'groupRef=acme');
  service.start();
  const task = await ended(id);
  expect(task).toMatchObject({
    action: 'retry',
    state: 'done',
    filter: { groupRef: 'acme' },
    count: 4,
    done: 4,
    by: { kind: 'apiKey' },
  });
  expect(reasons(task.leftOut)).toEqual(leftOutOfFailures);
  const again = await many('retry', 'groupRef=acme&dryRun=true');
  expect(reasons(again.body['leftOut'])).toMatchObject({ retriedBefore: 4, running: 5 });
});

test('failed operations are counted once, in however many statements', async () => {
  await failures();
  const which = { projectId: service.projectId, filter: {} };
  const inAnHour = new Date(Date.now() + 3_600_000);
  const { alike } = await countFailed(service.prisma, which, inAnHour, { statements: 9, atOnce: 3 });
  expect(alike.reduce((sum, { count }) => sum + count, 0)).toBe(8);
});

test('of very many failed ones a request counts the oldest; the task counts the others, and comes to all of them', async () => {
  await failures();
  const { install, accept, claim, settle, pool, start } = service;
  const installed = await install();
  await accept(...writes(3, installed));
  await settle(await claim(installed.laneId), refused);
  // So large that a statement reads two of them, and the request four.
  await pool.query(`
    ALTER TABLE operation DISABLE TRIGGER operation_end_is_final;
    UPDATE operation SET record_count = 100000 WHERE mode = 'asynchronous'`);
  const preview = await many('retry', 'groupRef=acme&dryRun=true');
  expect([preview.status, preview.body['more']]).toEqual([200, true]);
  expect(Number(preview.body['count'])).toBeLessThan(7);
  const { body } = await many('retry', 'groupRef=acme');
  expect(body).toMatchObject({ count: preview.body['count'], more: true });
  const id = String(body['taskId']);
  expect(await taskOf(id)).toMatchObject({ count: body['count'], more: true, done: 0 });
  start();
  const task = await ended(id);
  expect(task).toMatchObject({ state: 'done', count: 7, done: 7 });
  expect(task).not.toHaveProperty('more');
  expect(reasons(task.leftOut)).toEqual(leftOutOfFailures);
});

test('of very many open ones a request counts the oldest; the task counts the others, and cancels all of them', async () => {
  const { install, accept, claim, prisma, transaction, projectId, start } = service;
  const [open, sent] = [await install(), await install()];
  await accept(...writes(3, open), ...writes(1, sent));
  await claim(sent.laneId);
  await accept(...writes(2, open));
  const createTime = await momentOf(prisma);
  const extent = await countCancellable(prisma, { projectId, filter: {} }, createTime, { most: 2 });
  expect(extent).toMatchObject({ count: 2, countedTo: expect.anything() });
  const by = { kind: 'admin', id: 'admin', requestId: 'r', action: 'test' } as const;
  const given = { projectId, filter: {}, action: 'cancel', extent, passedOver: {}, createTime } as const;
  const id = await transaction((tx) => addTask(tx, given, by));
  expect(await taskOf(id)).toMatchObject({ count: 2, more: true, done: 0 });
  start();
  const task = await ended(id);
  expect(task).toMatchObject({ state: 'done', count: 5, done: 5 });
  expect(task).not.toHaveProperty('more');
  expect(reasons(task.leftOut)).toEqual({ sent: 1 });
});

test('a step tries no more bytes again than a batch has, and one operation at least; the task comes to all of them', async () => {
  const { install, accept, claim, settle, pool, prisma, projectId, start } = service;
  const installed = await install();
  const operations = writes(5, installed);
  await accept(...operations);
  const { bytes: most } = batchLimits;
  const ids = operations.map(({ id }) => id);
  for (const [place, bytes] of [most + 1, 1, most - 1, most / 2, most].entries())
    await pool.query('UPDATE operation SET record_bytes = $2 WHERE id = $1', [ids[place], bytes]);
  // Claims obey the same limit.
  for (const _ of ids) await settle(await claim(installed.laneId), refused);
  const stepAfter = async (afterId: string | null) => {
    const task = { projectId, filter: {}, createTime: new Date(Date.now() + 3_600_000), afterId };
    const { operations } = await listRetryable(prisma, task, 100);
    return operations.map(({ id }) => ids.indexOf(id));
  };
  expect(await stepAfter(null)).toEqual([0]);
  expect(await stepAfter(ids[0]!)).toEqual([1, 2]);
  expect(await stepAfter(ids[2]!)).toEqual([3]);
  expect(await stepAfter(ids[3]!)).toEqual([4]);
  const id = await begin('retry', 'everything=true');
  start();
  expect(await ended(id)).toMatchObject({ count: 5, done: 5, leftOut: [] });
});

test('what was cancelled is tried again only where it is asked for by its fault, its id or the task', async () => {
  const { install, accept, claim, settle, call, start } = service;
  const installed = await install();
  const [failing, calledOff, alsoOff] = [service.write(installed), ...writes(2, installed)];
  await accept(failing);
  await settle(await claim(installed.laneId), refused);
  await accept(calledOff!, alsoOff!);
  const cancelling = (await call('POST', '/operations:cancel?status=in_progress')).body;
  const preview = async (query: string) => {
    const { body } = await many('retry', `${query}&dryRun=true`);
    const examples = (body['examples'] as { id: string }[]).map(({ id }) => id);
    return [body['count'], examples.toSorted(), reasons(body['leftOut'])];
  };
  start();
  await eventually(async () => {
    const { body } = await call('GET', '/operations?fault=cancelled');
    expect(body['results']).toHaveLength(2);
  });
  expect(await preview('status=failure')).toEqual([1, [failing.id], { cancelled: 2 }]);
  expect(await preview('fault=cancelled')).toEqual([2, [calledOff!.id, alsoOff!.id].toSorted(), {}]);
  expect(await preview(`ids=${calledOff!.id}`)).toEqual([1, [calledOff!.id], {}]);
  expect((await preview(`taskId=${String(cancelling['taskId'])}`))[0]).toBe(2);
  const task = await ended(await begin('retry', 'everything=true'));
  expect([task.count, task.done, reasons(task.leftOut)]).toEqual([1, 1, { cancelled: 2 }]);
  const asked = await ended(await begin('retry', 'fault=cancelled'));
  expect([asked.count, asked.done, asked.leftOut]).toEqual([2, 2, []]);
});

test('what came of a task is listed by its id', async () => {
  const { here } = await failures();
  const [retried, cancelled] = [await begin('retry', 'groupRef=acme'), newId()];
  service.start();
  await ended(retried);
  const { body } = await service.call('GET', `/operations?taskId=${retried}&status=in_progress`);
  expect(body['results']).toHaveLength(4);
  const { resultsURL } = (await service.call('GET', `/tasks/${retried}`)).body;
  expect(resultsURL).toContain(`/operations?taskId=${retried}`);
  expect((await service.call('GET', `/operations?taskId=${cancelled}`)).body['results']).toEqual([]);
  const next = await begin('cancel', `taskId=${retried}&installationId=${here.installationId}`);
  await ended(next);
  const ofNext = (await service.call('GET', `/operations?taskId=${next}`)).body['results'];
  expect(ofNext).toHaveLength(3);
});

test('what fails after a task was asked for is not among its operations', async () => {
  const { here, open } = await failures();
  const id = await begin('retry', `installationId=${here.installationId}`);
  await service.settle(await service.claim(here.laneId), refused);
  service.start();
  expect(await ended(id)).toMatchObject({ done: 3 });
  const { body } = await many('retry', `installationId=${here.installationId}&dryRun=true`);
  expect([body['count'], (body['examples'] as { id: string }[])[0]?.id]).toEqual([1, open.id]);
});

test('what cannot be cancelled is left out by reason, and what ended before its turn has changed', async () => {
  const { install, accept, write, collect, claim, settle, start } = service;
  const installed = await install();
  await accept(...writes(4, installed));
  const [first] = await claim(installed.laneId, 1);
  await collect(await install());
  const { body } = await many('cancel', 'groupRef=acme&dryRun=true');
  expect([body['count'], reasons(body['leftOut'])]).toEqual([3, { autoBatch: 1, sent: 1 }]);
  const id = await begin('cancel', 'groupRef=acme');
  await settle([first!], written);
  await accept(write(installed));
  await settle(await claim(installed.laneId, 1), written);
  start();
  const task = await ended(id);
  expect([task.count, task.done, reasons(task.leftOut)]).toEqual([3, 2, { autoBatch: 1, changed: 2 }]);
});

test('a task that is stopped makes no further step, and goes on for nobody', async () => {
  const { install, accept, pool, start, call } = service;
  const installed = await install();
  await accept(...writes(250, installed));
  // The first step waits until the task is stopped.
  await pool.query(`CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$`);
  await pool.query(
    'CREATE TRIGGER waits AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION wait_for_lock()',
  );
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock(7)');
  const id = await begin('cancel', 'everything=true');
  start();
  await eventually(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
    return rowCount === 1;
  });
  expect(await call('POST', `/tasks/${id}:stop`)).toMatchObject({ status: 200, body: { state: 'stopped' } });
  await holder.query('SELECT pg_advisory_unlock(7)');
  holder.release();
  const next = await begin('cancel', 'status=success');
  await ended(next);
  expect(await taskOf(id)).toMatchObject({ state: 'stopped', count: 250, done: 0 });
  const { rowCount: left } = await pool.query(`SELECT FROM operation WHERE status = 'in_progress'`);
  expect(left).toBe(250);
  expect(await call('POST', `/tasks/${id}:stop`)).toMatchObject({ status: 200, body: { state: 'stopped' } });
  expect(await call('POST', `/tasks/${next}:stop`)).toMatchObject({ status: 200, body: { state: 'done' } });
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_entry WHERE resource = 'task' AND changes ? 'state'`,
  );
  expect(rows[0]?.n).toBe(1);
});

test('a step whose counts cannot be stored is undone whole, and made again', async () => {
  const { install, accept, pool, start } = service;
  await accept(...writes(130, await install()));
  // Like a process that dies at its first commit.
  await pool.query('CREATE SEQUENCE tries');
  await pool.query(`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') = 1 THEN RAISE EXCEPTION 'died'; END IF; RETURN NULL; END $$`);
  await pool.query(
    'CREATE TRIGGER fails AFTER INSERT ON task_item FOR EACH STATEMENT EXECUTE FUNCTION fail_once()',
  );
  const id = await begin('cancel', 'everything=true');
  start();
  expect(await ended(id)).toMatchObject({ state: 'done', count: 130, done: 130, leftOut: [] });
  expect((await pool.query('SELECT FROM task_item')).rowCount).toBe(130);
  expect((await pool.query('SELECT FROM outbox')).rowCount).toBe(130);
});

test('a task that a process of the release before has stored goes on from where it was', async () => {
  const { install, accept, collect, pool, projectId, start } = service;
  const installed = await install();
  const operations = writes(3, installed);
  await accept(...operations);
  await collect(installed);
  const id = newId();
  // Requested in the microsecond in which the last one was accepted.
  await pool.query(
    `INSERT INTO operation_task (project_id, id, action, filter, request_id, create_time)
     SELECT $1, $2, 'cancel', $3, 'r', max(create_time) FROM operation`,
    [projectId, id, { resource: 'contacts', sharedToo: true, force: false }],
  );
  start();
  const task = await eventually(async () => {
    const found = await taskOf(id);
    if (found.state !== 'done') throw new Error('not yet');
    return found;
  });
  expect(task).toMatchObject({ done: 4, filter: { resource: 'contacts', all: true }, requestId: 'r' });
  expect(task.count).toBeUndefined();
  expect((await pool.query('SELECT FROM operation_task')).rowCount).toBe(0);
});

test('tasks are listed newest first and by pages, as a key may see them', async () => {
  const { call, pool } = service;
  const ids = [];
  for (const verb of ['cancel', 'retry', 'cancel'] as const) ids.unshift(await begin(verb, 'status=success'));
  const listed = async (query: string) =>
    ((await call('GET', `/tasks?${query}`)).body['results'] as Task[]).map(({ id }) => id);
  expect(await listed('')).toEqual(ids);
  expect(await listed('action=retry')).toEqual([ids[1]]);
  expect(await listed('state=done')).toEqual([]);
  const { body } = await call('GET', '/tasks?pageSize=2');
  const { nextPageToken } = body['pagination'] as { nextPageToken: string };
  expect(await listed(`pageSize=2&pageToken=${nextPageToken}`)).toEqual([ids[2]]);
  expect((await call('GET', `/operations?pageToken=${nextPageToken}`)).status).toBe(400);
  await pool.query(`UPDATE task SET action = 'redeliver' WHERE id = $1`, [ids[0]]);
  const seen = async (key: 'operations:read' | 'notifications:read') =>
    ((await call('GET', '/tasks', key)).body['results'] as Task[]).length;
  expect([await seen('operations:read'), await seen('notifications:read')]).toEqual([2, 1]);
  expect((await call('GET', `/tasks/${ids[0]}`, 'operations:read')).status).toBe(403);
  expect((await call('POST', `/tasks/${ids[1]}:stop`, 'operations:read')).status).toBe(403);
  expect((await call('POST', `/tasks/${ids[0]}:stop`, 'operations:manage')).status).toBe(403);
  expect((await call('GET', `/tasks/${newId()}`)).status).toBe(404);
  expect((await call('GET', '/tasks?sate=done')).body['issues']).toMatchObject([{ name: 'sate' }]);
});
