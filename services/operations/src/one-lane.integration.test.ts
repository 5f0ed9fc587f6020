import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import type { AccountLook } from '@writ/governor';
import { touchLanes } from '@writ/lanes';
import { startOperations, type TestOperations } from './testing/start-operations.ts';

let look: AccountLook;
let service: TestOperations;
beforeAll(async () => {
  service = await startOperations({ look: (account) => look(account) });
});
afterAll(() => service.close());

const away: AccountLook = () => Promise.reject(new Error('Redis is away'));
const laneAt = async (id: string) => (await service.call('GET', `/lanes/${id}`)).body;
const aTime = expect.stringMatching(/^\d{4}-.*Z$/) as unknown;

async function aDestination(): Promise<string> {
  const { pool, projectId } = service;
  const id = newId();
  await touchLanes(pool, [{ id, projectId, kind: 'destination', name: id }]);
  await pool.query(
    `INSERT INTO destination (id, project_id, name, type, metadata, failures_in_row, failing_since)
     VALUES ($1::uuid, $2, $1::text, 'webhook', '{}', 3, clock_timestamp())`,
    [id, projectId],
  );
  return id;
}

test('a lane tells quota and breaker as the governor knows them, what is under way, and the last fault', async () => {
  const { install, write, accept, claim, settle } = service;
  const asked: unknown[] = [];
  look = (account) => {
    asked.push(account);
    return Promise.resolve({
      window: { limit: 100, usable: 90, used: 37, windowMs: 10_000, firstFreeInMs: 2_000 },
      closedForMs: 4_000,
      breaker: { state: 'open', forMs: 5_000 },
    });
  };
  const installed = await install();
  await accept(write(installed));
  const fault = { kind: 'unavailable', sent: 'rejected', retryable: true, message: 'down' } as const;
  const faults = [{ ...fault, status: 503, code: 'DOWN', retryAfterMs: 60_000 }] as const;
  await settle(await claim(installed.laneId), { kind: 'failed', faults });
  const later = write(installed);
  await accept(later);
  await claim(installed.laneId);
  asked.splice(0);
  expect(await laneAt(installed.laneId)).toMatchObject({
    id: installed.laneId,
    groupRefs: [installed.groupRef],
    queued: 2,
    inFlight: 1,
    lastFault: { id: expect.any(String), time: aTime, message: 'down', code: 'DOWN', status: 503 },
    quota: { limit: 100, usable: 90, used: 37, windowSeconds: 10, reset: aTime, closedUntil: aTime },
    breaker: { state: 'open', until: aTime },
  });
  expect(asked).toEqual([{ key: installed.laneId, provider: 'hubspot' }]);
});

test('where the governor cannot be asked, the lane says what is left out', async () => {
  look = away;
  const installed = await service.install();
  await service.accept(service.write(installed));
  const lane = await laneAt(installed.laneId);
  expect(lane).toMatchObject({ queued: 1, notKnown: ['quota', 'breaker'] });
  expect(lane).not.toHaveProperty('quota');
  expect(lane).not.toHaveProperty('breaker');
  const { status } = await service.call('GET', '/lanes');
  expect(status).toBe(200);
});

test('the log says once why the governor cannot be asked', async () => {
  look = () => Promise.reject(new Error('NOPERM this user has no permissions to run the eval command'));
  const { install, accept, write, logged } = service;
  const installed = await install();
  await accept(write(installed));
  await laneAt(installed.laneId);
  await laneAt(installed.laneId);
  const lines = logged.filter((line) => line.includes('NOPERM'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', message: 'The look at an account fails' },
  ]);
});

test('a lane of a destination tells for how long nothing got through, and why', async () => {
  look = away;
  const { pool, projectId } = service;
  const [id, retried, sending] = [await aDestination(), newId(), newId()];
  await pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, due_at, attempt, claimed, lease_until)
     SELECT $1, id, id, 'write.async.done', $2, 'pending', CASE id WHEN $3 THEN at ELSE clock_timestamp() END, 1, id = $4,
       CASE id WHEN $4 THEN at END
     FROM unnest(ARRAY[$3, $4]::uuid[]) AS given (id), (SELECT clock_timestamp() + interval '1 h' AS at) AS later`,
    [projectId, id, retried, sending],
  );
  await pool.query(
    `INSERT INTO delivery_attempt (project_id, delivery_id, attempt, at, outcome, http_status, duration_ms, error)
     VALUES ($1, $2, 1, clock_timestamp(), 'failed', 503, 5, 'The receiver answered 503.')`,
    [projectId, retried],
  );
  const lane = await laneAt(id);
  expect(lane).toMatchObject({
    kind: 'destination',
    queued: 2,
    inFlight: 1,
    failing: { since: aTime, failuresInRow: 3 },
    lastFault: { id: retried, time: aTime, message: 'The receiver answered 503.', status: 503 },
  });
  for (const member of ['quota', 'breaker', 'notKnown', 'account']) expect(lane).not.toHaveProperty(member);
});

test('a lane of a destination that was disabled while it failed says so, and is not failing any more', async () => {
  look = away;
  const id = await aDestination();
  const enabled = await laneAt(id);
  expect(enabled).toHaveProperty('failing');
  expect(enabled).not.toHaveProperty('disabled');
  await service.pool.query(`UPDATE destination SET status = 'disabled' WHERE id = $1`, [id]);
  const lane = await laneAt(id);
  expect(lane).toMatchObject({ disabled: true });
  expect(lane).not.toHaveProperty('failing');
});

test('a paused lane tells by whom, when and why; the last pause counts, and resuming forgets it', async () => {
  look = away;
  const { pool, projectId, call, callAsAdmin } = service;
  const id = newId();
  await touchLanes(pool, [{ id, projectId, kind: 'destination', name: id }]);
  expect(await laneAt(id)).not.toHaveProperty('paused');
  const body = JSON.stringify({ reason: 'The receiver moves.' });
  const paused = await call('POST', `/lanes/${id}:pause`, 'full', body);
  expect(paused.body['paused']).toEqual({
    time: aTime,
    by: { kind: 'apiKey', id: expect.any(String) },
    reason: 'The receiver moves.',
  });
  expect((await callAsAdmin('POST', `/lanes/${id}:pause`)).status).toBe(200);
  const { body: seen } = await callAsAdmin('GET', `/lanes/${id}`);
  expect(seen).toMatchObject({ projectId, paused: { by: { kind: 'admin', id: 'admin' } } });
  expect(seen['paused']).not.toHaveProperty('reason');
  expect((await call('POST', `/lanes/${id}:resume`)).body).not.toHaveProperty('paused');
  const { rows } = await pool.query(`SELECT changes FROM audit_entry WHERE resource_id = $1 ORDER BY id`, [
    id,
  ]);
  expect(JSON.stringify(rows[0])).toContain('The receiver moves.');
  const refused = await call('POST', `/lanes/${id}:pause`, 'full', JSON.stringify({ reason: '', why: 1 }));
  expect([refused.status, (refused.body['issues'] as object[]).length]).toEqual([400, 2]);
});

test('who reads notifications alone sees lanes of destinations alone; a lane of nobody here is not found', async () => {
  look = away;
  const { install, accept, write, call, callAsAdmin } = service;
  const installed = await install();
  await accept(write(installed));
  const destination = await aDestination();
  const reader = (path: string) => call('GET', path, 'notifications:read');
  expect((await reader(`/lanes/${destination}`)).status).toBe(200);
  const kinds = ((await reader('/lanes')).body['results'] as { kind: string }[]).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['destination']));
  for (const path of [`/lanes/${installed.laneId}`, '/lanes?kind=provider'])
    expect((await reader(path)).status).toBe(403);
  expect((await call('GET', `/lanes/${installed.laneId}`, 'operations:read')).status).toBe(200);
  for (const unknown of [newId(), 'x']) {
    expect((await call('GET', `/lanes/${unknown}`)).status).toBe(404);
    expect((await callAsAdmin('GET', `/lanes/${unknown}`)).status).toBe(404);
  }
});
