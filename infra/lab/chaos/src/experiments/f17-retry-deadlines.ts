import { laneQueues } from '@writ/contracts';
import { openJobQueue, type JobQueue } from '@writ/job-queue';
import { createAppLogger } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { bringForward } from '../ground/redis-moments.ts';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, nothingLost } from '../rules/ends.ts';
import { failedAtDeadline } from '../rules/deadlines.ts';
import { oneEventPerOperation } from '../rules/events.ts';

const hours = [1, 48] as const;
const hourMs = 3_600_000;
/** The longest wait between two attempts (Contract §4.6). */
const backoffMs = 5 * 60_000;
const stepMs = 60_000;
const endLimitMs = 30_000;
/** What a step may take, on a machine that is busy. */
const stepLimitMs = 180_000;

/** F17: the CRM answers 503 until the retry deadline is over. The database's time moves a minute at a time. */
export const f17RetryDeadlines: Experiment = {
  summary:
    'the CRM is unavailable until the retry deadline, of 1 h and of 48 h, has passed (database time is moved)',
  unit: 'creates with each deadline',
  usualN: 10,
  ground: { accounts: () => 1, latencyMs: 0, databaseClock: true },
  act: async (run) => {
    await run.ground.sandbox.play({
      provider: 'hubspot',
      match: { method: 'POST' },
      times: 1_000_000,
      then: { status: 503 },
    });
    for (const [place, deadlineHours] of hours.entries()) {
      const also = { retryPolicy: { deadlineHours } };
      await sendWrites(run, { numbers: range(place * run.n, run.n), record: 'plain', also });
    }
    await passTime(run, Math.max(...hours) * hourMs + 2 * backoffMs);
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    allAcknowledged(history, n * hours.length),
    nothingLost(history),
    ...hours.map((deadlineHours, place) =>
      failedAtDeadline(history, range(place * n, n), { deadlineMs: deadlineHours * hourMs, backoffMs }),
    ),
    oneEventPerOperation(history),
  ],
};

/** Moves the database's time on, a step at a time; the workers do what is due in each before the next one. */
async function passTime(run: Run, totalMs: number): Promise<void> {
  const { clock, servers, pool } = run.ground;
  if (!clock) throw new Error('this experiment moves the time of the database');
  const logger = createAppLogger({ service: 'chaos', level: 'error' });
  const open = async (name: string): Promise<JobQueue> =>
    openJobQueue({ backend: { redisUrl: servers.redis.url }, name, logger });
  const queue = await open(laneQueues.provider.usual);
  try {
    for (let passedMs = 0; passedMs < totalMs; passedMs += stepMs) {
      await clock.advance(stepMs);
      await bringForward(servers.redis.url, stepMs);
      await ringTimers(run, queue);
      if (passedMs % (6 * hourMs) === 0) run.tell(`${passedMs / hourMs} h have passed.`);
      const { rowCount } = await pool.query(`SELECT 1 FROM operation WHERE status = 'in_progress' LIMIT 1`);
      if (rowCount === 0) return;
    }
  } finally {
    await queue.close();
  }
}

/**
 * Wakes the lanes as their timers would have, had time passed by itself, until nothing is under way, due in a lane that
 * is not parked, or past its deadline: that is ended by the sweep, which keeps to real time.
 */
async function ringTimers({ ground }: Run, queue: JobQueue): Promise<void> {
  const left = async (): Promise<{ id: string; parked: boolean }[]> => {
    const { rows } = await ground.pool.query<{ id: string; parked: boolean }>(
      `SELECT l.id, coalesce(l.parked_until > clock_timestamp(), false) AS parked
      FROM lane l WHERE EXISTS (
        SELECT 1 FROM operation o WHERE o.lane_id = l.id AND o.status = 'in_progress' AND (
          o.claimed OR o.deadline_at <= clock_timestamp()
          OR (o.due_at <= clock_timestamp() AND (l.parked_until IS NULL OR l.parked_until <= clock_timestamp()))))`,
    );
    return rows;
  };
  await eventually(
    async () => {
      const lanes = await left();
      await Promise.all(lanes.filter(({ parked }) => !parked).map(({ id }) => queue.wake(id)));
      return lanes.length === 0;
    },
    { withinMs: stepLimitMs },
  );
}
