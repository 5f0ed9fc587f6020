import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { onlyRetryable503, recoveredWithin } from '../rules/answers.ts';
import { allAcknowledged, allSucceeded, nothingLost, oneOperationPerWrite } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { figureAtMost } from '../rules/figures.ts';
import { haveOutage } from './outage.ts';

const perSecond = 100;
/** Of a run of the usual size; a smaller one has a shorter outage. */
const usualN = 10_000;
const usualDownMs = 10_000;
const recoveryLimitMs = 10_000;
const endLimitMs = 120_000;
const poolSize = 10;
const services = 5;

/** F8: Postgres is stopped fast, then at once, while writes come in. */
export const f08PostgresRestarts: Experiment = {
  summary: 'Postgres restart (fast, then immediate) under 100 writes/s, 10 s down each time',
  unit: 'asynchronous creates, each with an Idempotency-Key',
  usualN,
  ground: {
    accounts: () => 4,
    latencyMs: 0,
    environment: { DATABASE_POOL_SIZE: String(poolSize) },
  },
  act: async (run) => {
    await warmUp(run);
    const numbers = range(0, run.n);
    await Promise.all([
      sendWrites(run, { numbers, record: 'unique', perSecond, insist: true }),
      restarts(run),
    ]);
    await waitEnded(run, endLimitMs);
    await countConnections(run);
  },
  judge: (history, n) => [
    faultsAtLeast(history, 2),
    onlyRetryable503(history),
    recoveredWithin(history, recoveryLimitMs),
    allAcknowledged(history, n),
    oneOperationPerWrite(history),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
    figureAtMost(history, 'connections', poolSize * services, 'no pool leaks: connections at the end'),
  ],
};

async function restarts(run: Run): Promise<void> {
  const { postgres } = run.ground.servers;
  const totalMs = (run.n / perSecond) * 1000;
  const downMs = Math.min(usualDownMs, (usualDownMs * run.n) / usualN);
  for (const [what, signal] of [
    ['fast shutdown', 'SIGINT'],
    ['immediate shutdown', 'SIGQUIT'],
  ] as const) {
    await delay(totalMs / 5);
    const ways = { end: () => postgres.stop({ signal }), mend: () => postgres.restart() };
    await haveOutage(run, { what, target: 'Postgres', downMs, ...ways });
  }
}

async function countConnections({ ground, record }: Run): Promise<void> {
  const { rows } = await ground.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'writ-%'`,
  );
  record({ kind: 'figure', atMs: Date.now(), name: 'connections', value: rows[0]?.count ?? Infinity });
}
