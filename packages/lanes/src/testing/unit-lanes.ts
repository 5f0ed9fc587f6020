import { arraysOf, inTransaction, newId, openDatabase } from '@writ/db';
import { openTestQueue } from '@writ/job-queue/testing';
import { createAppLogger, createMetrics, type Closing } from '@writ/service-kit';
import { patientConnection, testDatabase, testRedis } from '@writ/test-kit';
import {
  createLaneWaker,
  runLanes,
  touchLanes,
  usualLaneTimes,
  type LaneTimes,
  type LaneWork,
  type Lease,
} from '../index.ts';

export type Unit = { id: string; attempt: number };
export type Outcome = 'done' | { retryInMs: number };

/** On a busy machine the usual lease may expire before a unit ends. */
const leaseMs = 600_000;

/** The smallest units that a lane can hold, on a real database and queue. */
export async function unitLanes(closing: Closing) {
  const logged: string[] = [];
  const logger = createAppLogger({
    service: 'test',
    level: 'debug',
    write: (line) => void logged.push(line),
  });
  const own = closing.add(await testDatabase(), (database) => database.drop());
  const db = closing.add(
    openDatabase({ url: own.url, maxConnections: 8, applicationName: 'test', limits: patientConnection }),
    (d) => d.close(),
  );
  await db.pool.query(
    `CREATE TABLE unit (id uuid PRIMARY KEY, lane_id uuid, due_at timestamptz, attempt int DEFAULT 0)`,
  );
  const redis = closing.add(testRedis(), (r) => r.clear());
  const open = async (name: string) =>
    closing.add(
      await openTestQueue({ backend: { redisUrl: redis.url }, prefix: redis.prefix, name, logger }),
      (queue) => queue.close(),
    );
  const queues = { usual: await open('usual'), troubled: await open('troubled') };

  const unitWork = (perform: (unit: Unit, lease: Lease) => Promise<Outcome>): LaneWork<Unit, Outcome> => ({
    kind: 'provider',
    claim: async (wanted, leaseMs) => {
      const { rows } = await db.pool.query<Unit & { laneId: string }>(
        `WITH due AS (
           SELECT due.id FROM unnest($1::uuid[], $2::int[]) AS wanted (lane_id, most), LATERAL (
             SELECT id FROM unit WHERE lane_id = wanted.lane_id AND due_at <= clock_timestamp()
             LIMIT wanted.most FOR UPDATE SKIP LOCKED) AS due)
         UPDATE unit SET attempt = attempt + 1, due_at = clock_timestamp() + $3 * interval '1 ms'
         FROM due WHERE unit.id = due.id
         RETURNING unit.id, attempt, lane_id AS "laneId"`,
        [...arraysOf(wanted, 'laneId', 'limit'), leaseMs],
      );
      return Map.groupBy(rows, ({ laneId }) => laneId);
    },
    unclaim: async (units) => {
      await db.pool.query(
        `UPDATE unit SET attempt = unit.attempt - 1, due_at = clock_timestamp()
         FROM unnest($1::uuid[], $2::int[]) AS held (id, attempt)
         WHERE unit.id = held.id AND unit.attempt = held.attempt`,
        [units.map(({ id }) => id), units.map(({ attempt }) => attempt)],
      );
    },
    renew: async (units, leaseMs) => {
      const { rows } = await db.pool.query<Unit>(
        `UPDATE unit SET due_at = clock_timestamp() + $3 * interval '1 ms'
         FROM unnest($1::uuid[], $2::int[]) AS held (id, attempt)
         WHERE unit.id = held.id AND unit.attempt = held.attempt AND due_at IS NOT NULL RETURNING unit.id`,
        [units.map(({ id }) => id), units.map(({ attempt }) => attempt), leaseMs],
      );
      const ours = new Set(rows.map(({ id }) => id));
      return new Set(units.filter(({ id }) => ours.has(id)));
    },
    perform,
    settle: async (done) => {
      await db.pool.query(
        `UPDATE unit SET due_at = clock_timestamp() + given.wait_ms * interval '1 ms'
         FROM unnest($1::uuid[], $2::int[], $3::float8[]) AS given (id, attempt, wait_ms)
         WHERE unit.id = given.id AND unit.attempt = given.attempt`,
        [
          done.map(({ unit }) => unit.id),
          done.map(({ unit }) => unit.attempt),
          done.map(({ outcome }) => (outcome === 'done' ? null : outcome.retryInMs)),
        ],
      );
      return [];
    },
    nextDueAt: async (tx, laneIds) => {
      const { rows } = await tx.query<{ id: string; dueAt: Date }>(
        `SELECT lane_id AS id, min(due_at) AS "dueAt" FROM unit
         WHERE lane_id = ANY ($1::uuid[]) AND due_at IS NOT NULL GROUP BY lane_id`,
        [laneIds],
      );
      return new Map(rows.map(({ id, dueAt }) => [id, dueAt]));
    },
  });

  const run = async (
    perform: (unit: Unit, lease: Lease) => Promise<Outcome>,
    times: Partial<LaneTimes> = {},
    concurrency = 8,
    also: Partial<Pick<LaneWork<Unit, Outcome>, 'permits' | 'nextDueAt'>> = {},
  ) =>
    closing.add(
      await runLanes({
        work: { ...unitWork(perform), ...also },
        pool: db.pool,
        queues,
        slots: { usual: 4, troubled: 1 },
        concurrency,
        most: 4 * concurrency,
        times: { ...usualLaneTimes, leaseMs, ...times },
        logger,
        metrics: createMetrics({ service: 'test', defaults: false }),
      }),
      (running) => running.close(),
    );

  const add = (laneId: string, count: number): Promise<string[]> =>
    inTransaction(db.pool, async (tx) => {
      const ids = Array.from({ length: count }, newId);
      await tx.query(
        'INSERT INTO unit (id, lane_id, due_at) SELECT id, $2, clock_timestamp() FROM unnest($1::uuid[]) id',
        [ids, laneId],
      );
      await touchLanes(tx, [{ id: laneId, projectId: newId(), kind: 'provider', name: 'test' }]);
      return ids;
    });

  const waker = () => createLaneWaker({ queue: queues.usual, logger, onFailure: () => undefined });
  const remaining = async (): Promise<number> =>
    (await db.pool.query('SELECT 1 FROM unit WHERE due_at IS NOT NULL')).rowCount ?? 0;
  const laneRow = async (laneId: string) =>
    (
      await db.pool.query<{ next_due_at: Date | null; troubled: boolean }>(
        'SELECT * FROM lane WHERE id = $1',
        [laneId],
      )
    ).rows[0];

  return { db, queues, unitWork, run, add, waker, remaining, laneRow, logged };
}

export type UnitLanes = Awaited<ReturnType<typeof unitLanes>>;
