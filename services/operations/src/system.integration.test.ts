import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FindingCode, System } from '@writ/contracts';
import { newId } from '@writ/db';
import { touchLanes } from '@writ/lanes';
import type { RedisLook } from '@writ/service-parts';
import { eventually, leadAstray } from '@writ/test-kit';
import { postgresFindings } from './system/looks.ts';
import { startOperations, type TestOperations } from './testing/start-operations.ts';

const redisAsItShouldBe = { version: '7.4.1', policy: 'noeviction', appendOnly: true };
let lookAtRedis: RedisLook;
let service: TestOperations;
beforeAll(async () => {
  // Long, so that no part is late on a machine that stalls.
  service = await startOperations({ lookAtRedis: () => lookAtRedis(), lookLimitMs: 60_000 });
});
beforeEach(() => {
  lookAtRedis = () => Promise.resolve({ facts: redisAsItShouldBe });
});
afterAll(() => service.close());

const system = async (asked = service): Promise<System> => {
  const { status, body } = await asked.callAsAdmin('GET', '/system');
  expect(status).toBe(200);
  return body as unknown as System;
};
const codes = async () => (await system()).findings.map(({ code }) => code);
const sql = (text: string, values: readonly unknown[] = []) => service.pool.query(text, [...values]);
const id = newId();
const otherId = newId();
const aLane = async ({ pool, projectId } = service) => {
  await touchLanes(pool, [{ id, projectId, kind: 'provider', name: 'hubspot x' }]);
};
const park = (reason: string, { pool } = service) =>
  pool.query(`UPDATE lane SET park_reason = $2, parked_until = 'infinity' WHERE id = $1`, [id, reason]);
const report = (
  service: string,
  version: string,
  ago: string,
  findings: object[] = [],
  startedAgo = '1 h',
): Promise<unknown> =>
  sql(
    `INSERT INTO process_report (id, service, version, time, findings, start_time)
     VALUES ($1, $2, $3, clock_timestamp() - $4::interval, $5, clock_timestamp() - $6::interval)`,
    [newId(), service, version, ago, JSON.stringify(findings), startedAgo],
  );

test('where nothing is wrong nothing is found, and versions are told; only administrators may ask', async () => {
  const { findings, versions, leaders } = await system();
  expect([findings, leaders]).toEqual([[], []]);
  expect(versions).toMatchObject({ redis: '7.4.1', postgres: expect.stringMatching(/^\d+\./), services: [] });
  expect((await service.callAsAdmin('GET', '/system', 'full')).status).toBe(403);
});

/** Causes a finding in the database, and ends it. */
const provoked: readonly [FindingCode, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'migrations-missing',
    () => sql(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_init'`),
    () => sql(`UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL`),
  ],
  [
    'autovacuum-off',
    () => sql('ALTER TABLE operation SET (autovacuum_enabled = off)'),
    () => sql('ALTER TABLE operation RESET (autovacuum_enabled)'),
  ],
  [
    'outbox-old',
    () =>
      sql(
        `INSERT INTO outbox (project_id, key, event_id, body, create_time)
         VALUES ($1, 'k', $1, '{}', clock_timestamp() - interval '2 min')`,
        [id],
      ),
    () => sql('DELETE FROM outbox'),
  ],
  [
    'work-overdue',
    async () => {
      await aLane();
      await sql(`UPDATE lane SET next_due_at = clock_timestamp() - interval '2 min' WHERE id = $1`, [id]);
    },
    () => sql('DELETE FROM lane'),
  ],
  [
    'lanes-paused',
    async () => {
      await aLane();
      await park('paused');
    },
    () => sql('DELETE FROM lane'),
  ],
  [
    'provider-away',
    async () => {
      await aLane();
      await park('outage');
    },
    () => sql('DELETE FROM lane'),
  ],
  [
    'connections-dead',
    () =>
      sql(
        `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials, status)
         VALUES ($1, $1, 'hubspot', 'acme', 'a', 'apiKey', '', 'bad_credentials')`,
        [id],
      ),
    () => sql('DELETE FROM connection'),
  ],
  [
    'provider-apps-refused',
    async () => {
      await sql(
        `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials, renewal_error)
         VALUES ($1, $1, 'hubspot', 'acme', 'a', 'oauth2AuthorizationCode', '', 'no'),
           ($2, $1, 'hubspot', 'globex', 'b', 'oauth2AuthorizationCode', '', 'no')`,
        [id, otherId],
      );
      expect((await system()).findings).toMatchObject([
        { detail: expect.stringMatching(/`hubspot` app of the project `.+` cannot renew .+: 2\./) },
      ]);
    },
    () => sql('DELETE FROM connection'),
  ],
  [
    'connections-foreign',
    async () => {
      await sql(
        `INSERT INTO connection (id, project_id, provider, group_ref, account, auth_scheme, credentials)
         VALUES ($1, $1, 'hubspot', 'acme', 'a', 'apiKey', ''), ($2, $1, 'hubspot', 'globex', 'b', 'apiKey', '')`,
        [id, otherId],
      );
      await sql(
        `INSERT INTO installation (id, project_id, integration_id, group_ref, connection_id, config_id, created_by)
         VALUES ($1, $1, $1, 'acme', $1, $1, 'me')`,
        [id],
      );
      await leadAstray(service.pool, { id, connectionId: otherId });
    },
    () => sql('DELETE FROM installation').then(() => sql('DELETE FROM connection')),
  ],
  [
    'page-keys-in-use',
    () =>
      sql(
        `WITH made AS (INSERT INTO project (id, name, app_name, page_keys) VALUES ($1, 'old', 'Old', true))
         INSERT INTO api_key (id, project_id, label, scopes, hash, last_used_time)
         VALUES ($1, $1, 'page', '{frontend}', '\\x00', clock_timestamp())`,
        [id],
      ),
    () => sql('DELETE FROM api_key').then(() => sql(`DELETE FROM project WHERE id = $1`, [id])),
  ],
  [
    'destinations-disabled',
    () =>
      sql(
        `INSERT INTO destination (id, project_id, name, type, metadata, status)
         VALUES ($1, $1, 'd', 'webhook', '{}', 'disabled')`,
        [id],
      ),
    () => sql('DELETE FROM destination'),
  ],
  [
    'dead-letters',
    () =>
      sql(
        `INSERT INTO dead_letter (id, topic, headers, raw, reason) VALUES ($1, 't', '{}', '', 'cannot be read')`,
        [id],
      ),
    () => sql('DELETE FROM dead_letter'),
  ],
  [
    'keys-expiring',
    () =>
      sql(
        `INSERT INTO api_key (id, project_id, label, scopes, hash, expire_time)
         VALUES ($1, $1, 'backend', '{full}', '\\x00', clock_timestamp() + interval '3 days')`,
        [id],
      ),
    () => sql('DELETE FROM api_key'),
  ],
  [
    'leader-absent',
    () =>
      sql(
        `INSERT INTO leader_lease (name, holder, until)
         VALUES ('sweep:provider', $1, clock_timestamp() - interval '5 min'),
           ('outbox-relay', $1, clock_timestamp() - interval '5 min')`,
        [id],
      ),
    () => sql('DELETE FROM leader_lease'),
  ],
  ['process-silent', () => report('write-worker', '1.0.0', '2 min'), () => sql('DELETE FROM process_report')],
  [
    'service-absent',
    async () => {
      for (const name of ['write-gateway', 'operations', 'installations', 'notification'])
        await report(name, '1.0.0', '1 s');
    },
    () => sql('DELETE FROM process_report'),
  ],
  [
    'releases-mixed',
    async () => {
      await report('write-worker', '1.0.0', '1 s');
      await report('write-worker', '1.1.0', '1 s');
    },
    () => sql('DELETE FROM process_report'),
  ],
];

test.each(provoked)('%s is found, with what helps, until it is mended', async (code, provoke, mend) => {
  await provoke();
  expect((await system()).findings).toEqual([
    {
      code,
      level: expect.stringMatching(/^(?:error|warning|info)$/) as unknown,
      title: expect.stringMatching(/\w{3}/) as unknown,
      detail: expect.stringMatching(/^(?!.*\b1 \w+s\b)(?!.*\b1 (?:are|have|were)\b).*\w{3}/) as unknown,
      remedy: expect.stringMatching(/\w{3}/) as unknown,
      time: expect.any(String) as unknown,
    },
  ]);
  await mend();
  expect(await codes()).toEqual([]);
});

test('what a process alone can see is told as it said it last, with its service and when; unknown kinds are not', async () => {
  const found = { code: 'kafka-lag', detail: '12000 messages have not been consumed.' };
  await report('notification', '1.0.0', '10 s', [found, { code: 'of-a-later-release', detail: 'x' }]);
  await report('notification', '1.0.0', '1 s');
  const { findings, versions } = await system();
  expect(findings).toMatchObject([{ ...found, level: 'warning', process: 'notification' }]);
  expect(versions.services).toEqual([{ service: 'notification', version: '1.0.0', processes: 2 }]);
  await sql('DELETE FROM process_report');
});

test('each service that does not run is told; where one process does the work of all of them, none', async () => {
  await report('operations', '1.0.0', '1 s');
  await report('write-worker', '1.0.0', '2 min');
  const absent = (await system()).findings.filter(({ code }) => code === 'service-absent');
  expect(absent.map(({ detail }) => /`(.*)`/.exec(detail)?.[1])).toEqual([
    'write-gateway',
    'write-worker',
    'installations',
    'notification',
  ]);
  await report('all-in-one', '1.0.0', '1 s');
  expect(await codes()).not.toContain('service-absent');
  await sql('DELETE FROM process_report');
});

test('a process that went without saying so is told until another was started in its place', async () => {
  const silent = async () => (await codes()).filter((code) => code === 'process-silent').length;
  await report('write-worker', '1.0.0', '3 min');
  await report('write-worker', '1.0.0', '2 min');
  await report('write-worker', '1.0.0', '5 s');
  await report('notification', '1.0.0', '5 s', [], '10 s');
  // An earlier process, or one of another service, replaces none.
  expect(await silent()).toBe(2);
  await report('write-worker', '1.0.0', '5 s', [], '100 s');
  expect(await silent()).toBe(1);
  await report('write-worker', '1.0.0', '5 s', [], '150 s');
  expect(await silent()).toBe(0);
  await sql('DELETE FROM process_report');
});

test('a Redis that is away, is set wrongly or takes nothing in is a finding', async () => {
  lookAtRedis = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const away = await system();
  expect(away.findings).toMatchObject([
    { code: 'redis-away', level: 'error', detail: 'Redis: connect ECONNREFUSED' },
  ]);
  expect(away.versions).not.toHaveProperty('redis');
  const facts = { ...redisAsItShouldBe, policy: 'allkeys-lru', appendOnly: false };
  lookAtRedis = () => Promise.resolve({ facts });
  expect(await codes()).toEqual(['redis-evicts', 'redis-no-aof']);
  const refusal = { code: 'redis-refuses', detail: 'It answers: OOM command not allowed' } as const;
  lookAtRedis = () => Promise.resolve({ refusal });
  const refused = await system();
  expect(refused.findings).toMatchObject([{ ...refusal, level: 'error' }]);
  expect(refused.versions).not.toHaveProperty('redis');
});

test('a part that does not answer is a finding, beside those of the others', async () => {
  const impatient = await startOperations({
    lookAtRedis: () => new Promise(() => undefined),
    lookLimitMs: 500,
  });
  const holder = await impatient.pool.connect();
  await aLane(impatient);
  await park('paused', impatient);
  const withTheOthers = expect.arrayContaining([
    expect.objectContaining({ code: 'redis-away' }),
    expect.objectContaining({ code: 'not-looked-at', detail: expect.stringContaining('dead letters') }),
    expect.objectContaining({ code: 'not-looked-at', detail: expect.stringContaining('processes') }),
    expect.objectContaining({ code: 'not-looked-at', detail: expect.stringContaining('leaders') }),
    expect.objectContaining({ code: 'lanes-paused' }),
  ]) as unknown;
  // A busy machine may be late with the others, too: then it is asked once more.
  await eventually(async () => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE dead_letter, process_report, leader_lease IN ACCESS EXCLUSIVE MODE');
    const { findings } = await system(impatient);
    await holder.query('ROLLBACK');
    expect(findings).toEqual(withTheOthers);
  });
  holder.release();
  await impatient.close();
});

test('a Postgres that is too old, or cleans up nothing, is a finding', () => {
  const facts = { number: 140_011, version: '14.11', cleans: false, left_out: [] };
  expect(postgresFindings(facts)).toMatchObject([{ code: 'postgres-old' }, { code: 'autovacuum-off' }]);
  expect(postgresFindings({ ...facts, number: 150_000, cleans: true })).toEqual([]);
});
