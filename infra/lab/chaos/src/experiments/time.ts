import { laneQueues } from '@writ/contracts';
import { openJobQueue, type JobQueue } from '@writ/job-queue';
import { createAppLogger } from '@writ/service-kit';
import { skewedClock } from '@writ/stack';
import { advanceDatabaseClock, eventually } from '@writ/test-kit';
import { range } from '@writ/test-kit/laboratory';
import type { History } from '../entry.ts';
import type { Experiment, Run } from '../experiment.ts';
import { bringForward } from '../ground/redis-moments.ts';
import { receiveEnds } from '../ground/start-ground.ts';
import { batchDelayMs, sendBatches } from '../load/send-batches.ts';
import { sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { batchesOnTime, batchesWhole } from '../rules/batches.ts';
import { failedAtDeadline } from '../rules/deadlines.ts';
import { sharedCalls } from '../rules/effects.ts';
import { allAcknowledged, nothingLost } from '../rules/ends.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { noLeaseTheft } from '../rules/leases.ts';
import { promised } from '../rules/promised.ts';
import { countBy } from './processes.ts';

const hours = [1, 48] as const;
const hourMs = 3_600_000;
/** The longest wait between two attempts (Contract §4.6). */
const backoffMs = 5 * 60_000;
const stepMs = 60_000;
const stepLimitMs = 180_000;

/** The CRM answers 503 past the retry deadline. The database's time moves in steps of a minute. */
export const f17: Experiment = {
  summary:
    'the CRM is unavailable until the retry deadline, of 1 h and of 48 h, has passed (database time is moved)',
  unit: 'creates with each deadline',
  usualN: 10,
  ground: { accounts: () => 1, latencyMs: 0, databaseClock: true },
  act: async (run) => {
    const { sandbox } = run.ground;
    const match = { method: 'POST' };
    await sandbox.play({ provider: 'hubspot', match, times: 1_000_000, then: { status: 503 } });
    for (const [place, deadlineHours] of hours.entries()) {
      const also = { retryPolicy: { deadlineHours } };
      await sendWrites(run, { numbers: range(place * run.n, run.n), record: 'plain', also });
    }
    await passTime(run, Math.max(...hours) * hourMs + 2 * backoffMs);
    await waitEnded(run, 30_000);
  },
  judge: (history, n) => [
    allAcknowledged(history, n * hours.length),
    nothingLost(history),
    ...hours.map((deadlineHours, place) =>
      failedAtDeadline(history, range(place * n, n), { deadlineMs: deadlineHours * hourMs, backoffMs }),
    ),
    oneEventPerOperation(history),
  ],
  // Because time moves in steps, leases and clocks look wrong, too.
  alerts: {
    fire: ['WritFinding clock-off', 'WritOperationsFailing', 'WritProviderAway'],
    may: ['WritFinding leader-absent'],
  },
};

/** Workers do all due work before the next step. */
async function passTime(run: Run, totalMs: number): Promise<void> {
  const { servers, pool } = run.ground;
  const logger = createAppLogger({ service: 'chaos', level: 'error' });
  const backend = { redisUrl: servers.redis.url };
  const queue = await openJobQueue({ backend, name: laneQueues.provider.usual, logger });
  try {
    for (let passedMs = 0; passedMs < totalMs; passedMs += stepMs) {
      await advanceDatabaseClock(pool, stepMs);
      await bringForward(servers.redis.url, stepMs);
      await ringTimers(run, queue);
      if (passedMs % (6 * hourMs) === 0) run.tell(`${passedMs / hourMs} h have passed.`);
      const running = await countBy(run, `SELECT count(*) FROM operation WHERE status = 'in_progress'`);
      if (running === 0) return;
    }
  } finally {
    await queue.close();
  }
}

/** Lanes with claimed, due (not parked) or overdue work. */
const unfinishedSql = `
  SELECT l.id, coalesce(l.parked_until > clock_timestamp(), false) AS parked
  FROM lane l WHERE EXISTS (
    SELECT 1 FROM operation o WHERE o.lane_id = l.id AND o.status = 'in_progress' AND (
      o.claimed OR o.deadline_at <= clock_timestamp()
      OR (o.due_at <= clock_timestamp() AND (l.parked_until IS NULL OR l.parked_until <= clock_timestamp()))))`;

/** Wakes lanes as their timers would have. The sweep, in real time, ends overdue work. */
async function ringTimers({ ground }: Run, queue: JobQueue): Promise<void> {
  const ring = async (): Promise<boolean> => {
    const { rows } = await ground.pool.query<{ id: string; parked: boolean }>(unfinishedSql);
    await Promise.all(rows.filter(({ parked }) => !parked).map(({ id }) => queue.wake(id)));
    return rows.length === 0;
  };
  await eventually(ring, { withinMs: stepLimitMs });
}

const skewMs = 5 * 60_000;
const skews = [
  ['write-gateway', skewMs],
  ['write-worker', -skewMs],
  ['write-worker', skewMs],
  ['notification', -skewMs],
] as const;
const recordsPerBatch = 5;
const lateMs = 15_000;
/** Longer than a lease (15 s). */
const slowCallMs = 20_000;

/** The services' clocks are five minutes ahead, or behind. */
export const f18: Experiment = {
  summary: 'clocks of the services 5 min ahead and behind: no early batch, no lease theft',
  unit: 'auto batches of 5 records, and as many creates that take longer than a lease',
  usualN: 50,
  ground: {
    accounts: (n) => n + 1,
    latencyMs: 0,
    replicas: { 'write-gateway': 0, 'write-worker': 0, notification: 0 },
  },
  act: async (run) => {
    const { accounts, sandbox, stack } = run.ground;
    for (const [service, ms] of skews) await stack.addReplica(service, { environment: skewedClock(ms) });
    await receiveEnds(run.ground);
    const slow = accounts.at(-1) ?? accounts[0];
    await sandbox.change(slow.account, { latencyMs: slowCallMs });
    const numbers = range(run.n * recordsPerBatch, run.n);
    const slowly = sendWrites(run, { numbers, accountOf: () => run.n });
    await Promise.all([sendBatches(run, recordsPerBatch), slowly]);
    await waitEnded(run, 150_000);
  },
  judge: (history, n) => {
    const firstSlow = n * recordsPerBatch;
    const slow = withWrites(history, (number) => number >= firstSlow);
    const batches = withWrites(history, (number) => number < firstSlow);
    return [
      ...promised(history, n * (recordsPerBatch + 1)),
      sharedCalls(slow, 0.5),
      noLeaseTheft(history),
      batchesWhole(batches, recordsPerBatch),
      batchesOnTime(batches, batchDelayMs, lateMs),
    ];
  },
  alerts: { fire: ['WritFinding clock-off'] },
};

const withWrites = (history: History, isMeant: (number: number) => boolean): History =>
  history.filter(
    (entry) => !('numbers' in entry) || entry.numbers.length === 0 || entry.numbers.some(isMeant),
  );
