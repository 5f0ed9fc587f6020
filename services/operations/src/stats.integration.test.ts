import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { followOperations } from '@writ/operation';
import { startOperations, type TestOperations } from './testing/start-operations.ts';
import { locked, refused, written } from './testing/writing.ts';

let service: TestOperations;
beforeEach(async () => {
  service = await startOperations();
});
afterEach(() => service.close());

const stats = async (query = '') => {
  while (await followOperations(service.pool));
  return service.call('GET', `/stats${query}`, 'operations:read');
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('what was accepted and how it ended is told by time, provider and object, each operation once', async () => {
  const { install, write, accept, collect, claim, settle } = service;
  const installed = await install();
  const accepted = Array.from({ length: 3 }, () => write(installed));
  await accept(...accepted);
  await collect(installed, { objectName: 'deals' });
  await collect(installed, { objectName: 'deals' });
  await accept({ ...write(installed), projectId: newId() });
  await stats();
  const [first, second, third] = await claim(installed.laneId);
  await settle([first!, second!], written);
  await settle([third!], refused);
  await stats();
  for (const bucket of ['minute', 'hour', 'day']) {
    const { status, body } = await stats(`?bucket=${bucket}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { bucket } });
    const buckets = body['buckets'] as {
      time: string;
      resource: string;
      provider: string;
      accepted: number;
      ended: { status: string; fault?: string; count: number }[];
    }[];
    const of = (resource: string) => buckets.filter((one) => one.resource === resource);
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    expect(sum(of('contacts').map((one) => one.accepted))).toBe(3);
    expect(sum(of('deals').map((one) => one.accepted))).toBe(1);
    const ended = of('contacts').flatMap((one) => one.ended);
    expect(sum(ended.filter((one) => one.status === 'success').map(({ count }) => count))).toBe(2);
    expect(ended.filter((one) => one.status === 'failure')).toEqual([
      { status: 'failure', fault: 'invalid', count: 1 },
    ]);
    expect(of('deals').flatMap((one) => one.ended)).toEqual([]);
    expect(buckets.every(({ provider }) => provider === 'hubspot')).toBe(true);
    expect(buckets.map(({ time }) => time)).toEqual(buckets.map(({ time }) => time).toSorted());
  }
});

test('the oldest that is due is told by object; what is under way, or due later, is not', async () => {
  const { install, write, accept, claim, settle, pool } = service;
  const installed = await install();
  const [running, later, old, young] = [
    write(installed, { objectName: 'companies' }),
    write(installed, { objectName: 'leads' }),
    write(installed),
    write(installed),
  ];
  await accept(running);
  await claim(installed.laneId);
  await accept(later);
  await settle(await claim(installed.laneId), locked);
  await pool.query(`UPDATE operation SET due_at = due_at + interval '1 hour' WHERE id = $1`, [later.id]);
  await accept(old);
  await accept(young);
  const { rows } = await pool.query<{ dueAt: Date }>(
    'SELECT due_at AS "dueAt" FROM operation WHERE id = $1',
    [old.id],
  );
  const { body } = await stats();
  expect(body['due']).toEqual([
    { provider: 'hubspot', resource: 'contacts', oldestDue: rows[0]?.dueAt.toISOString() },
  ]);
});

test('only buckets from the one on that `since` is in are told', async () => {
  const { install, write, accept, pool } = service;
  await accept(write(await install()));
  await stats();
  const { rows } = await pool.query<{ time: Date }>(
    `UPDATE operation_count SET time = time - interval '2 hours' WHERE step = 'hour' RETURNING time`,
  );
  const minutesLater = (minutes: number) =>
    new Date((rows[0]?.time.getTime() ?? 0) + minutes * 60_000).toISOString();
  expect((await stats(`?since=${minutesLater(59)}`)).body['buckets']).toHaveLength(1);
  expect((await stats(`?since=${minutesLater(60)}`)).body['buckets']).toEqual([]);
});

test('the latest 1,000 buckets are told, also where they have one time', async () => {
  const { pool, projectId } = service;
  const add = (objects: number, hours: number) =>
    pool.query(
      `INSERT INTO operation_count (project_id, step, time, provider, object_name, what, fault, count)
       SELECT $1, 'hour', date_trunc('hour', $3::timestamptz, 'UTC'), 'hubspot', 'object ' || n, 'accepted', '', 1
       FROM generate_series(1, $2::int) AS n`,
      [projectId, objects, hoursAgo(hours)],
    );
  const told = async () => {
    const { body } = await stats();
    const times = (body['buckets'] as { time: string }[]).map(({ time }) => time);
    return { count: times.length, since: body['since'], times: [...new Set(times)] };
  };
  await add(600, 3);
  await add(600, 2);
  const some = await told();
  expect(some).toEqual({ count: 600, since: some.times[0], times: [some.times[0]] });
  await add(1_001, 1);
  const newest = await told();
  expect(newest).toEqual({ count: 1_000, since: newest.times[0], times: [newest.times[0]] });
});

test.each([
  ['minute', 7],
  ['hour', 32 * 24],
  ['day', 367 * 24],
])('by %ss one cannot begin %i hours ago, and is told what to do', async (bucket, hours) => {
  const { status, body } = await stats(`?bucket=${bucket}&since=${hoursAgo(hours)}`);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { issues: [{ in: 'query', name: 'since', remedy: expect.stringMatching(/longer/) as unknown }] },
  });
});
