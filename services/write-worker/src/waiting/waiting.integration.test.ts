import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId } from '@writ/db';
import { claimOperations, claimOverdueOperations } from '@writ/operation';
import { acceptBatched, anOperation } from '@writ/operation/testing';
import { eventually, leadAstray } from '@writ/test-kit';
import { startWaiting } from '../testing/start-waiting.ts';

let worker: Awaited<ReturnType<typeof startWaiting>>;
beforeEach(async () => {
  worker = await startWaiting();
});
afterEach(() => worker.close());

const held = (account: string) => worker.sandbox.records('hubspot', account, 'contacts');
const pass = (id: string) =>
  worker.pool.query(
    `UPDATE operation SET deadline_at = clock_timestamp() - interval '1 s', due_at = least(due_at, clock_timestamp())
     WHERE id = $1`,
    [id],
  );
const nothingDue = (laneId: string) => worker.work(laneId).then((claimed) => claimed.length === 0);

test('a write whose connection is dead is tried once, and not again before the connection works', async () => {
  const { install, accept, work, find, pool, woken, startReleasing } = worker;
  const installed = await install('bad_credentials');
  const id = await accept(installed);
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({
    status: 'in_progress',
    attempt: 1,
    waiting: { reason: 'connection', until: expect.any(Date) as unknown },
  });
  // After a lost answer, only records made since the first sending are looked for.
  const begun = await pool.query('SELECT FROM operation WHERE first_attempt_at IS NOT NULL');
  expect(begun.rowCount).toBe(0);
  expect(await nothingDue(installed.laneId)).toBe(true);
  startReleasing();
  const other = await install('bad_credentials');
  await accept(other);
  await work(other.laneId);
  await pool.query(`UPDATE connection SET status = 'working' WHERE id = $1`, [installed.connectionId]);
  await eventually(() => woken.includes(installed.laneId));
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({ status: 'success', attempt: 2 });
  expect(held(installed.account)).toHaveLength(1);
  expect(await nothingDue(other.laneId)).toBe(true);
});

test('it goes on through another connection of the same account', async () => {
  const { install, connect, accept, work, find, pool, woken, startReleasing } = worker;
  const installed = await install('bad_credentials');
  const id = await accept(installed);
  await work(installed.laneId);
  startReleasing();
  await pool.query('UPDATE installation SET connection_id = $2 WHERE id = $1', [
    installed.installationId,
    await connect(installed.account),
  ]);
  await eventually(() => woken.includes(installed.laneId));
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({ status: 'success' });
});

test('many that wait are let go in steps, those of other installations stay', async () => {
  const { install, accept, work, pool, woken, startReleasing } = worker;
  const installed = await install('bad_credentials');
  await accept(installed);
  await work(installed.laneId);
  await pool.query(
    `INSERT INTO operation SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
     FROM operation o, generate_series(1, 2500) WHERE o.installation_id = $1`,
    [installed.installationId],
  );
  await pool.query(`UPDATE connection SET status = 'working' WHERE id = $1`, [installed.connectionId]);
  startReleasing();
  const stillWaiting = async () =>
    (await pool.query('SELECT FROM operation WHERE waiting_for IS NOT NULL')).rowCount;
  await eventually(async () => (await stillWaiting()) === 0);
  expect(woken).toEqual([installed.laneId]);
});

test('without a connection that works it ends at its deadline, and says what it waited for', async () => {
  const { install, accept, work, find, events } = worker;
  const installed = await install('bad_credentials');
  const id = await accept(installed);
  await work(installed.laneId);
  await pass(id);
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({
    status: 'failure',
    result:
      '[contacts] Retry deadline of 1 h passed: The connection does not work until the customer reconnects it',
  });
  expect(await events(id)).toHaveLength(1);
});

test('a write is not sent to another account than the one it was accepted for', async () => {
  const { install, connect, accept, work, find, pool } = worker;
  const installed = await install();
  const id = await accept(installed);
  const elsewhere = newId();
  await pool.query('UPDATE installation SET connection_id = $2 WHERE id = $1', [
    installed.installationId,
    await connect(elsewhere),
  ]);
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({
    status: 'failure',
    result: expect.stringContaining('has moved to another provider account') as unknown,
  });
  expect([...held(installed.account), ...held(elsewhere)]).toEqual([]);
});

test('a write is not sent through a connection of another group, even to the same account', async () => {
  const { install, connect, accept, work, find, pool } = worker;
  const installed = await install();
  const id = await accept(installed);
  const connectionId = await connect(installed.account, 'working', 'globex');
  await leadAstray(pool, { id: installed.installationId, connectionId });
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({
    status: 'failure',
    result: expect.stringContaining('belongs to another group') as unknown,
  });
  expect(held(installed.account)).toEqual([]);
});

test('a write of a deleted installation is not sent', async () => {
  const { install, accept, work, find, pool } = worker;
  const installed = await install();
  const id = await accept(installed);
  await pool.query('DELETE FROM installation WHERE id = $1', [installed.installationId]);
  await work(installed.laneId);
  expect(await find(id)).toMatchObject({
    status: 'failure',
    result: expect.stringContaining('installation was deleted') as unknown,
  });
  expect(held(installed.account)).toEqual([]);
});

test('in a paused lane a write still ends at its deadline, and is announced; others stay', async () => {
  const { install, accept, find, events, pool, startEnding, looked } = worker;
  const installed = await install();
  const update = { type: 'update' as const, records: [{ id: '5', fields: { name: 'x' } }] };
  const overdue = await accept(installed, update);
  const behind = await accept(installed, update);
  const running = await accept(await install());
  await pool.query(
    `UPDATE lane SET parked_until = 'infinity', park_reason = 'paused', next_due_at = clock_timestamp() + interval '1 h'
     WHERE id = $1`,
    [installed.laneId],
  );
  await pass(overdue);
  await pass(running);
  startEnding();
  await eventually(async () => (await find(overdue))?.status === 'failure');
  expect(await find(overdue)).toMatchObject({
    result: '[contacts] Retry deadline of 1 h passed: it could not be sent before',
    failed: 1,
    attempt: 0,
    lastAttemptAt: null,
  });
  expect(await events(overdue)).toHaveLength(1);
  // The next in line is first now; a running slice would end it in time.
  expect(await find(behind)).toMatchObject({ status: 'in_progress' });
  expect(await find(behind)).not.toHaveProperty('waiting');
  const dueSql = 'SELECT FROM lane WHERE id = $1 AND next_due_at <= clock_timestamp()';
  await eventually(async () => (await pool.query(dueSql, [installed.laneId])).rowCount === 1);
  expect(await find(running)).toMatchObject({ status: 'in_progress' });
  expect(looked).toEqual([]);
});

test('who died while it ended overdue writes leaves no doubt of those that were never sent', async () => {
  const { install, accept, find, pool, startEnding } = worker;
  const installed = await install();
  const lane = [{ laneId: installed.laneId, limit: 2 }];
  const cutOff = await accept(installed);
  await claimOperations(pool, lane, 0);
  const neverSent = await accept(installed);
  await pool.query('UPDATE operation SET deadline_at = clock_timestamp()');
  expect(await claimOverdueOperations(pool, lane, 0)).toHaveLength(2);
  await pool.query(`UPDATE lane SET next_due_at = clock_timestamp() - interval '31 s'`);
  startEnding();
  await eventually(async () => (await find(neverSent))?.status === 'failure');
  expect(await find(neverSent)).toMatchObject({
    result: '[contacts] Retry deadline of 1 h passed: it could not be sent before',
    ambiguous: false,
  });
  expect(await find(cutOff)).toMatchObject({
    result: expect.stringContaining('its last attempt was cut off') as unknown,
    ambiguous: true,
  });
});

test('behind a backlog a write still ends at its deadline, and is not sent; what is before it stays', async () => {
  const { install, accept, find, events, pool, startEnding, looked } = worker;
  const installed = await install();
  const ahead = await accept(installed, { deadlineHours: 48 });
  const overdue = await accept(installed);
  await pool.query(`UPDATE operation SET deadline_at = clock_timestamp() - interval '1 s' WHERE id = $1`, [
    overdue,
  ]);
  await pool.query(`UPDATE lane SET next_due_at = clock_timestamp() - interval '31 s'`);
  startEnding();
  await eventually(async () => (await find(overdue))?.status === 'failure');
  expect(await find(overdue)).toMatchObject({
    result: '[contacts] Retry deadline of 1 h passed: it could not be sent before',
  });
  expect(await events(overdue)).toHaveLength(1);
  expect(await find(ahead)).toMatchObject({ status: 'in_progress', attempt: 0 });
  expect(looked).toEqual([]);
});

test('in a paused lane an auto batch is closed when its delay has passed, and its deadline runs', async () => {
  const { install, find, pool, startEnding } = worker;
  const installed = await install();
  const batched = {
    ...anOperation(installed),
    type: 'create' as const,
    maxDelayMinutes: 5,
    record: { fields: {} },
  };
  /** A batch whose delay has passed. */
  const collect = async () => {
    const [place] = await inTransaction(pool, (tx) => acceptBatched(tx, [batched]));
    const id = place?.operationId ?? '';
    await pool.query(`UPDATE operation SET due_at = clock_timestamp() - interval '1 min' WHERE id = $1`, [
      id,
    ]);
    return id;
  };
  const first = await collect();
  await pool.query(`UPDATE lane SET parked_until = 'infinity', park_reason = 'paused'`);
  startEnding();
  await eventually(async () => (await find(first))?.stage === 'executing');
  const { deadline } = (await find(first)) ?? {};
  expect(Math.round(((deadline?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60);
  // The next opens in a lane that is not checked for a while.
  const second = await collect();
  expect(second).not.toBe(first);
  await eventually(async () => (await find(second))?.stage === 'executing');
});

test('however many are overdue in however many parked lanes, all of them end', async () => {
  const { install, accept, pool, startEnding } = worker;
  for (let lane = 0; lane < 25; lane += 1) {
    const installed = await install();
    await accept(installed);
    await pool.query(
      `UPDATE lane SET parked_until = clock_timestamp() + interval '1 h', park_reason = 'quota' WHERE id = $1`,
      [installed.laneId],
    );
  }
  const installed = await install();
  const id = await accept(installed);
  await pool.query(`UPDATE lane SET parked_until = 'infinity', park_reason = 'paused' WHERE id = $1`, [
    installed.laneId,
  ]);
  await pool.query(
    `WITH made AS (
       INSERT INTO operation SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
       FROM operation o, generate_series(1, 250) WHERE o.id = $1 RETURNING project_id, id
     )
     INSERT INTO operation_record (project_id, operation_id, index, planned, request_id)
     SELECT project_id, id, 0, '{}', 'r' FROM made`,
    [id],
  );
  await pool.query(`UPDATE operation SET deadline_at = clock_timestamp() - interval '1 s'`);
  startEnding();
  const left = async () => (await pool.query('SELECT FROM operation WHERE due_at IS NOT NULL')).rowCount;
  await eventually(async () => (await left()) === 0);
  const { rowCount: announced } = await pool.query('SELECT FROM outbox');
  expect(announced).toBe(276);
  // In one step, as each reads all operations before.
  const together = 'SELECT DISTINCT xmin::text FROM operation WHERE lane_id = $1';
  expect((await pool.query(together, [installed.laneId])).rowCount).toBe(1);
});

test('an overdue write that the database refuses to end is told, and keeps no other from its end', async () => {
  const { install, accept, find, pool, startEnding, warnings } = worker;
  const installed = await install();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await accept(installed));
  const [refused = '', ...others] = ids;
  await pool.query(`ALTER TABLE operation ADD CHECK (id <> '${refused}' OR due_at IS NOT NULL)`);
  await pool.query(`UPDATE operation SET deadline_at = clock_timestamp() - interval '1 s'`);
  await pool.query(`UPDATE lane SET next_due_at = clock_timestamp() - interval '31 s'`);
  startEnding();
  for (const id of others) await eventually(async () => (await find(id))?.status === 'failure');
  expect(await find(refused)).toMatchObject({ status: 'in_progress' });
  const isToldOf = (line: string) => line.includes('cannot be ended') && line.includes(refused);
  await eventually(() => warnings.some(isToldOf));
});
