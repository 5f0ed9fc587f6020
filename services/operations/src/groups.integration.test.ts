import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { refused, written } from './testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

type Page = { results: { groupRef: string }[]; pagination: { nextPageToken?: string } };
const list = async (query: string): Promise<Page> => {
  const { status, body } = await service.call('GET', `/groups?${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
};

test('groups are listed by name, page by page; any character may be in a name', async () => {
  const names = ['a/b', 'a:b', 'a b', 'Ä', '_'];
  for (const name of names) await service.install(name);
  const seen: string[] = [];
  let token = '';
  do {
    const { results, pagination } = await list(`pageSize=2${token}`);
    seen.push(...results.map(({ groupRef }) => groupRef));
    token = pagination.nextPageToken === undefined ? '' : `&pageToken=${pagination.nextPageToken}`;
  } while (token !== '');
  expect(seen).toEqual(['_', 'a b', 'a/b', 'a:b', 'Ä']);
  const { results } = await list(`groupRef=${encodeURIComponent('a/b')}`);
  expect(results).toMatchObject([{ groupRef: 'a/b', groupName: 'a/b', healthStatus: 'healthy' }]);
});

test('a group has its installations, the health of its connections, and counts of its writes', async () => {
  const { install, accept, write, claim, settle, pool } = service;
  const [installed, other] = [await install(), await install('other')];
  await accept(write(installed), write(other));
  await settle(await claim(installed.laneId), refused);
  await accept(write(installed), write(installed));
  await pool.query(`UPDATE connection SET status = 'bad_credentials' WHERE id = $1`, [
    installed.connectionId,
  ]);
  const [acme, next] = (await list('')).results;
  expect(acme).toMatchObject({
    groupRef: 'acme',
    healthStatus: 'unhealthy',
    installations: [
      {
        id: installed.installationId,
        integrationId: installed.integrationId,
        connectionId: installed.connectionId,
        healthStatus: 'unhealthy',
      },
    ],
    connections: [{ id: installed.connectionId, provider: 'hubspot', status: 'bad_credentials' }],
    operations: { unfinished: 2, failed: 1, more: false },
  });
  expect(next).toMatchObject({
    healthStatus: 'healthy',
    operations: { unfinished: 1, failed: 0, more: false },
  });
});

/** As if the erasure's minute were over. */
const passGrace = () =>
  eventually(async () => {
    const { rowCount } = await service.pool.query(
      `UPDATE erased_group SET begin_time = begin_time - interval '60 s' WHERE end_time IS NULL`,
    );
    return rowCount === 1;
  });
const rowsOf = async (table: string, groupRef: string): Promise<number> =>
  (await service.pool.query(`SELECT FROM ${table} WHERE group_ref = $1`, [groupRef])).rowCount ?? -1;
const taskIn = async (part: number) =>
  eventually(async () => {
    const { rows } = await service.pool.query<{ left_out: object }>(
      'SELECT left_out FROM task WHERE part = $1',
      [part],
    );
    if (!rows[0]) throw new Error('the task is not there yet');
    return rows[0].left_out;
  });

test('an erasure refuses writes first, waits for the one in flight, and then leaves nothing', async () => {
  const { install, accept, write, claim, settle, start, call } = service;
  const [acme, other] = [await install('acme'), await install('other')];
  await accept(write(acme), write(other));
  const claimed = await claim(acme.laneId);
  await accept(...Array.from({ length: 150 }, () => write(acme)));
  const { status } = await service.erase('/groups?groupRef=acme');
  expect(status).toBe(202);
  start();
  await passGrace();
  expect(await rowsOf('installation', 'acme')).toBe(0);
  await eventually(async () => expect(await taskIn(0)).toEqual({ sent: 1 }));
  expect(await rowsOf('operation', 'acme')).toBe(151);
  await settle(claimed, written);
  expect(await taskIn(1)).toEqual({});
  expect((await service.pool.query('SELECT count, done FROM task')).rows).toEqual([
    { count: 151, done: 151 },
  ]);
  expect([await rowsOf('operation', 'acme'), await rowsOf('connection', 'acme')]).toEqual([0, 0]);
  expect([await rowsOf('operation', 'other'), await rowsOf('installation', 'other')]).toEqual([1, 1]);
  expect((await call('GET', '/groups?groupRef=acme')).body).toMatchObject({ results: [] });
});

test('with force the write in flight goes, too, and its late outcome brings nothing back', async () => {
  const { install, accept, write, claim, settle, start, pool } = service;
  const acme = await install('acme');
  await accept(write(acme));
  const claimed = await claim(acme.laneId);
  await service.erase('/groups?groupRef=acme&force=true');
  start();
  await passGrace();
  await taskIn(1);
  await settle(claimed, refused);
  for (const table of ['operation', 'operation_record', 'operation_log', 'operation_attempt', 'lane'])
    expect([table, (await pool.query(`SELECT FROM ${table}`)).rowCount]).toEqual([table, 0]);
});

type Line = { kind: string; value: Record<string, unknown> & { id: string } };

test('an export writes each operation once, with its parts, whatever a step can hold', async () => {
  const { install, accept, write, claim, settle, start, call, pool } = service;
  const [acme, second, other] = [await install('acme'), await install('acme'), await install('other')];
  const [failed, done] = [write(acme), write(second)];
  await accept(failed, done);
  await settle(await claim(acme.laneId), refused);
  await settle(await claim(second.laneId), written);
  const records = Array.from({ length: 100 }, (_, at) => ({ fields: { name: `record ${at}` } }));
  const own = [
    ...Array.from({ length: 150 }, () => write(acme)),
    ...Array.from({ length: 25 }, () => write(second, { form: 'batch', records })),
  ];
  await accept(...own, write(other));
  expect((await call('POST', '/groups:export?groupRef=acme', 'operations:read')).status).toBe(403);
  const { status, body } = await call('POST', '/groups:export?groupRef=acme');
  expect([status, body['count']]).toEqual([202, 177]);
  const archive = `/tasks/${String(body['taskId'])}/archive`;
  expect((await call('GET', archive)).status).toBe(404);
  await accept(write(acme));
  start();
  await taskIn(5);
  // The notification service erases events and ends the task.
  await pool.query(`UPDATE task SET state = 'done', end_time = now()`);
  expect((await call('GET', archive, 'operations:read')).status).toBe(403);
  const text = (await call('GET', archive)).body as unknown as string;
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
  const of = (kind: string) => lines.filter((line) => line.kind === kind).map(({ value }) => value);
  expect(of('group')).toMatchObject([{ groupRef: 'acme' }]);
  expect(of('connection').map(({ id }) => id)).toEqual([acme.connectionId, second.connectionId].toSorted());
  const ids = of('operation').map(({ id }) => id);
  expect(ids).toEqual(
    [...own, failed, done]
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  const one = (id: string) => of('operation').find((value) => value.id === id);
  expect(one(failed.id)).toMatchObject({
    status: 'failure',
    records: [{ status: 'failed', sent: { name: 'x' } }],
    attempts: [{ number: 1, outcome: 'failure' }],
  });
  expect(one(done.id)).toMatchObject({ records: [{ recordId: expect.any(String) }] });
  for (const shown of ['records', 'attempts']) {
    const page = await call('GET', `/operations/${failed.id}/${shown}`);
    expect(one(failed.id)?.[shown]).toEqual(page.body['results']);
  }
  expect(one(failed.id)?.['logs']).toEqual((await call('GET', `/operations/${failed.id}/logs`)).body);
  expect(own.map(({ id }) => (one(id)?.['records'] as unknown[]).length)).toEqual(
    own.map((operation) => operation.records.length),
  );
  expect((await pool.query('SELECT FROM task_chunk')).rowCount).toBe(6);
});

test('an export of a group without data ends without an archive', async () => {
  const { start, call, pool } = service;
  const { body } = await call('POST', '/groups:export?groupRef=nobody');
  start();
  await taskIn(5);
  await pool.query(`UPDATE task SET state = 'done', end_time = now()`);
  const task = await call('GET', `/tasks/${String(body['taskId'])}`);
  expect(task.body).toMatchObject({ state: 'done', done: 0, leftOut: [] });
  expect(task.body).not.toHaveProperty('archiveURL');
  expect((await call('GET', `/tasks/${String(body['taskId'])}/archive`)).status).toBe(404);
});
