import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { refused } from './testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

const cancelMany = (query = '') => service.call('POST', `/operations:cancel${query}`);
const retryMany = (query = '') => service.call('POST', `/operations:retry${query}`);
const count = async (condition: string): Promise<number> => {
  const { rows } = await service.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM operation WHERE ${condition}`,
  );
  return rows[0]?.n ?? -1;
};
const tasksDone = () =>
  eventually(async () => {
    const { rowCount } = await service.pool.query(`SELECT FROM task WHERE state = 'running'`);
    return rowCount === 0;
  });
const started = (matching: number) => ({
  status: 202,
  body: { taskId: expect.any(String) as unknown, count: matching },
});

const everything = '?everything=true';

test('all that match are cancelled in steps, others and later ones are not', async () => {
  const { install, write, accept, collect, start } = service;
  const [one, other] = [await install(), await install()];
  await accept(...Array.from({ length: 250 }, () => write(one)));
  await accept(write(one, { objectName: 'deals' }), write(other));
  await collect(one);
  expect(await cancelMany(`?installationId=${one.installationId}&resource=contacts`)).toEqual(started(250));
  await accept(write(one));
  // The process that took the request has died; another finds the task.
  start();
  await tasksDone();
  expect(await count(`result = 'Cancelled'`)).toBe(250);
  expect(await count(`status = 'in_progress'`)).toBe(4);
  const { rowCount: events } = await service.pool.query('SELECT FROM outbox');
  expect(events).toBe(250);
});

test('an integration is named by its id or its name; the task stores the id, and a name that nothing has is 404', async () => {
  const { install, write, accept, call } = service;
  const [one, other] = [await install(), await install()];
  await accept(write(one), write(other));
  expect(await cancelMany(`?integrationId=crm-${one.integrationId}`)).toEqual(started(1));
  expect(await retryMany(`?integrationId=${other.integrationId}`)).toEqual(started(0));
  const { results } = (await call('GET', '/tasks')).body as { results: { filter: object }[] };
  expect(results.map(({ filter }) => filter)).toEqual(
    [other, one].map(({ integrationId }) => ({ integrationId })),
  );
  for (const refusedAt of [await cancelMany('?integrationId=crm'), await retryMany('?integrationId=crm')])
    expect(refusedAt).toMatchObject({
      status: 404,
      body: { issues: [{ in: 'query', name: 'integrationId', value: 'crm' }] },
    });
});

test('writes of a record are meant by its id in whichever form, and the task tells it as it was sent', async () => {
  const { install, write, accept, call, start } = service;
  const [short, long] = ['001D000000IqhSL', '001D000000IqhSLIAZ'];
  const installed = await install();
  const change = (id: string) =>
    write(installed, { type: 'update', records: [{ id, fields: { name: 'x' } }] });
  await accept(change(short), change(long), change('001D000000Iqhsl'));
  expect(await cancelMany(`?recordId=${short}`)).toEqual(started(2));
  start();
  await tasksDone();
  expect(await count(`result = 'Cancelled'`)).toBe(2);
  const { results } = (await call('GET', '/tasks')).body as { results: { filter: object }[] };
  expect(results.map(({ filter }) => filter)).toEqual([{ recordId: short }]);
  expect(await retryMany(`?recordId=${long}&fault=cancelled&dryRun=true`)).toMatchObject({
    body: { count: 2 },
  });
});

test('by force all that match end, also what is being sent; auto batches are left alone', async () => {
  const { install, write, accept, claim, collect, start } = service;
  const installed = await install();
  await accept(...Array.from({ length: 130 }, () => write(installed)));
  expect(await claim(installed.laneId, 120)).toHaveLength(120);
  await accept(write(await install()));
  await collect(installed);
  const query = `?installationId=${installed.installationId}`;
  expect(await cancelMany(query)).toEqual(started(10));
  expect(await cancelMany(`${query}&force=true`)).toEqual(started(130));
  start();
  await tasksDone();
  expect(await count(`result = 'Cancelled' AND NOT claimed AND ambiguous = (attempt = 1)`)).toBe(130);
  expect(await count(`ambiguous`)).toBe(120);
  expect(await count(`status = 'in_progress'`)).toBe(2);
  expect((await service.pool.query('SELECT FROM outbox')).rowCount).toBe(130);
});

test('a span of time begins and ends at its microsecond, whatever its offset, also in the steps', async () => {
  const { install, write, accept, pool, call, start } = service;
  const installed = await install();
  await accept(write(installed));
  const { rows } = await pool.query<{ at: string; after: string }>(
    `SELECT to_char(at, text_form) AS at, to_char(at + interval '1 microsecond', text_form) AS after
     FROM operation AS o, (SELECT 'YYYY-MM-DD"T"HH24:MI:SS.US"-23:59"' AS text_form) AS f,
       LATERAL (SELECT create_time AT TIME ZONE 'UTC' - interval '23:59' AS at) AS local`,
  );
  const { at, after } = rows[0]!;
  const listed = async (span: string) => (await call('GET', `/operations?${span}`)).body['results'];
  expect(await listed(`since=${at}&until=${after}`)).toHaveLength(1);
  expect(await listed(`since=${after}`)).toHaveLength(0);
  expect(await listed(`until=${at}`)).toHaveLength(0);
  expect(await cancelMany(`?since=${after}`)).toEqual(started(0));
  expect(await retryMany(`?since=${at}`)).toEqual(started(0));
  expect(await cancelMany(`?since=${at}&until=${after}`)).toEqual(started(1));
  start();
  await tasksDone();
  expect(await count(`result = 'Cancelled'`)).toBe(1);
});

test('what becomes due earlier while a step is made is not missed', async () => {
  const { install, write, accept, pool, start } = service;
  const installed = await install();
  await accept(...Array.from({ length: 150 }, () => write(installed)));
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM operation ORDER BY due_at, position');
  const last = rows.at(-1)!.id;
  // As an earlier write's settlement might do while the first step cancels others.
  await pool.query(
    `CREATE FUNCTION bring_forward() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       UPDATE operation SET due_at = due_at - interval '1 min' WHERE id = '${last}' AND due_at IS NOT NULL;
       RETURN NULL;
     END $$`,
  );
  await pool.query(
    'CREATE TRIGGER bring_forward AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION bring_forward()',
  );
  expect(await cancelMany(everything)).toEqual(started(150));
  start();
  await tasksDone();
  expect(await count(`result = 'Cancelled'`)).toBe(150);
});

test('auto batches are cancelled with all=true, what is being sent is passed over', async () => {
  const { install, write, accept, collect, claim, start } = service;
  const installed = await install();
  await collect(installed);
  await accept(write(installed), write(installed));
  await claim(installed.laneId, 1);
  start();
  expect(await cancelMany(`${everything}&all=true`)).toEqual(started(2));
  await tasksDone();
  expect(await count(`result = 'Cancelled'`)).toBe(2);
  expect(await cancelMany(`${everything}&all=true`)).toEqual(started(0));
  expect(await cancelMany('?status=success')).toEqual(started(0));
});

test('all that failed are tried again once, however often it is asked for', async () => {
  const { install, write, accept, claim, settle, start } = service;
  const [installed, gone] = [await install(), await install()];
  await accept(...Array.from({ length: 130 }, () => write(installed)), write(gone));
  await settle(await claim(installed.laneId, 200), refused);
  await settle(await claim(gone.laneId), refused);
  await service.pool.query('DELETE FROM installation WHERE id = $1', [gone.installationId]);
  expect(await retryMany(everything)).toEqual(started(130));
  expect(await retryMany(everything)).toEqual(started(130));
  start();
  await tasksDone();
  expect(await count(`status = 'in_progress'`)).toBe(130);
  expect(await retryMany(everything)).toEqual(started(0));
  await tasksDone();
  expect(await count(`status = 'in_progress'`)).toBe(130);
});

test('a filter in the body is refused, instead of all operations being meant', async () => {
  const { install, write, accept, call } = service;
  await accept(write(await install()));
  for (const path of ['/operations:cancel', '/operations:retry']) {
    expect(await call('POST', path, 'full', '{"groupRef":"acme"}')).toMatchObject({
      status: 400,
      body: {
        issues: [
          { in: 'body', name: '' },
          { in: 'query', name: 'everything' },
        ],
      },
    });
  }
  expect(await count(`status = 'in_progress'`)).toBe(1);
  expect((await service.pool.query('SELECT FROM task')).rowCount).toBe(0);
});

test('who narrows nothing says so, and is told by what to narrow it', async () => {
  for (const ask of [cancelMany, retryMany]) {
    for (const query of ['', '?everything=false', '?dryRun=true', '?status=failure&everything=true']) {
      const { status, body } = await ask(query);
      expect([query, status, body['issues']]).toEqual([
        query,
        400,
        [expect.objectContaining({ in: 'query', name: 'everything' })],
      ]);
    }
    const [issue] = (await ask('')).body['issues'] as { remedy: string }[];
    expect(issue?.remedy).toContain('`groupRef`');
  }
  expect((await cancelMany('?all=true&force=true')).status).toBe(400);
});

test('a parameter at fault is an issue, and who may only read cannot do it', async () => {
  expect((await cancelMany('?since=yesterday')).status).toBe(400);
  expect((await retryMany('?all=true')).status).toBe(400);
  expect((await service.call('POST', '/operations:cancel', 'operations:read')).status).toBe(403);
  expect((await service.call('POST', '/operations:retry', 'operations:read')).status).toBe(403);
});
