import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { noDuplicates } from '../rules/effects.ts';
import { allEnded } from '../rules/ends.ts';
import { lostOnlyBetween, nothingRunsUnknown } from '../rules/restore.ts';

const perSecond = 25;
/** A worker that had claimed what the restore took away sees its lease lost at the next renewal. */
const graceMs = 5_000;
const endLimitMs = 120_000;

/** F25: Postgres is put back to what it was, for 3 quarters of the run (300 s of 400), while Redis is not. */
export const f25OldBackup: Experiment = {
  summary: 'Postgres restored from a backup that is 5 min older than Redis, under 25 writes/s',
  unit: 'asynchronous creates; the backup is as old as 3/4 of their time',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 50 },
  act: async (run) => {
    const eighthMs = ((run.n / perSecond) * 1000) / 8;
    const restoring = async (): Promise<void> => {
      await delay(eighthMs);
      await backUp(run);
      await delay(6 * eighthMs);
      await restore(run);
    };
    const numbers = range(0, run.n);
    await Promise.all([sendWrites(run, { numbers, record: 'unique', perSecond, insist: true }), restoring()]);
    await waitEnded(run, endLimitMs);
  },
  judge: (history) => [
    lostOnlyBetween(history),
    allEnded(history),
    nothingRunsUnknown(history, graceMs),
    noDuplicates(history),
  ],
};

/** Does something to the database while nobody is connected to it. */
async function alone({ ground }: Run, statements: readonly string[]): Promise<void> {
  const url = new URL(ground.servers.postgres.url);
  url.pathname = '/template1';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('ALTER DATABASE postgres ALLOW_CONNECTIONS false');
    await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'postgres'`,
    );
    for (const statement of statements) await client.query(statement);
    await client.query('ALTER DATABASE postgres ALLOW_CONNECTIONS true');
  } finally {
    await client.end();
  }
}

async function backUp(run: Run): Promise<void> {
  await alone(run, ['CREATE DATABASE backup TEMPLATE postgres']);
  run.record({ kind: 'fault', atMs: Date.now(), what: 'backup', target: 'Postgres' });
  run.tell('Backed Postgres up.');
}

async function restore(run: Run): Promise<void> {
  await alone(run, ['ALTER DATABASE postgres RENAME TO lost', 'ALTER DATABASE backup RENAME TO postgres']);
  run.record({ kind: 'mended', atMs: Date.now(), what: 'restore', target: 'Postgres' });
  run.tell('Restored the backup.');
}
