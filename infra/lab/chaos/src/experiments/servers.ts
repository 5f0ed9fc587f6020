import { setTimeout as delay } from 'node:timers/promises';
import { lifecycleTopic } from '@writ/contracts';
import { parseLifecycleEvent } from '@writ/event-bus';
import { eventually } from '@writ/test-kit';
import pg from 'pg';
import type { Experiment, Run } from '../experiment.ts';
import { openBus } from '../ground/open-bus.ts';
import { broke, measured, fixed } from '../history/note.ts';
import { sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import {
  nothingRefused,
  onlyRetryable503,
  outages,
  p99AtMost,
  p99Ms,
  recoveredWithin,
  refusedLessThan,
  wholeRun,
} from '../rules/answers.ts';
import { noDuplicates } from '../rules/effects.ts';
import { allEnded, oneOperationPerWrite } from '../rules/ends.ts';
import { backlogToldWithin, orderPerKey } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { figureAtMost } from '../rules/figures.ts';
import { promised } from '../rules/promised.ts';
import { lostOnlyBetween, nothingRunsUnknown } from '../rules/restore.ts';
import { countBy, haveOutage } from './processes.ts';

const perSecond = 100;
/** The usual size; smaller runs have shorter outages. */
const usualN = 10_000;
const usualDownMs = 10_000;
const poolSize = 10;
const services = 5;

/** During writes Postgres is stopped fast, then immediately. */
export const f8: Experiment = {
  summary: 'Postgres restart (fast, then immediate) under 100 writes/s, 10 s down each time',
  unit: 'asynchronous creates, each with an Idempotency-Key',
  usualN,
  ground: { accounts: () => 4, latencyMs: 0, environment: { DATABASE_POOL_SIZE: String(poolSize) } },
  act: async (run) => {
    await warmUp(run);
    await Promise.all([sendWrites(run, { perSecond, insist: true }), restarts(run)]);
    await waitEnded(run, 120_000);
    const sql = `SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'writ-%'`;
    measured(run, 'connections', await countBy(run, sql));
  },
  judge: (history, n) => [
    ...promised(history, n),
    faultsAtLeast(history, 2),
    onlyRetryable503(history),
    recoveredWithin(history, 10_000),
    oneOperationPerWrite(history),
    figureAtMost(history, 'connections', poolSize * services, 'no pool leaks: connections at the end'),
  ],
  alerts: {
    fire: ['WritPostgresAway', 'WritRequestsFailing'],
    // Queued writes wait until Postgres returns.
    may: ['WritWritesLate', 'WritFinding not-looked-at'],
  },
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
    const ways = { end: () => postgres.stop({ signal }), restore: postgres.restart };
    await haveOutage(run, 'Postgres', { what, downMs, ...ways });
  }
}

const lagLimitMs = 60_000;
/** Writes may slow by a tenth, and by the error of timer and scheduler. */
const slowerFactor = 1.1;
const slowerMs = 2;
const changeEveryMs = 250;

/** Kafka is away for 60 % of the run (60 s of 100) while operations end. */
export const f9: Experiment = {
  summary: 'Kafka down 60 s while operations finish, under 100 writes/s',
  unit: 'asynchronous creates; the outage takes 6/10 of their time',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 0 },
  act: async (run) => {
    await warmUp(run);
    const { kafka } = run.ground.servers;
    const tenthMs = ((run.n / perSecond) * 1000) / 10;
    const breaking = async (): Promise<void> => {
      await delay(2 * tenthMs);
      const ways = { end: () => kafka.stop(), restore: kafka.restart };
      await haveOutage(run, 'Kafka', { what: 'stop', downMs: 6 * tenthMs, ...ways });
    };
    const changes = Math.floor((10 * tenthMs) / changeEveryMs);
    await Promise.all([sendWrites(run, { perSecond }), breaking(), changeInstallation(run, changes)]);
    await waitEnded(run, 2 * lagLimitMs);
    await readBus(run, changes);
  },
  judge: (history, n) => {
    const [outage = wholeRun] = outages(history);
    const before = p99Ms(history, { fromMs: -Infinity, toMs: outage.fromMs });
    const most = before * slowerFactor + slowerMs;
    return [
      ...promised(history, n),
      faultsAtLeast(history, 1),
      nothingRefused(history),
      orderPerKey(history),
      backlogToldWithin(history, outage.toMs, lagLimitMs),
      p99AtMost(history, outage, most, 'p99 of acknowledgements while it was down'),
    ];
  },
  alerts: { fire: ['WritEventsNotPublished', 'WritFinding kafka-away'], may: ['WritEventsNotTakenIn'] },
};

/** Changes one installation repeatedly: its events stay in order. */
async function changeInstallation({ ground }: Run, changes: number): Promise<void> {
  const { name, management } = ground.project;
  const [{ groupRef }] = ground.accounts;
  type Found = { id: string; integrationId: string };
  const path = `/projects/${name}/installations?groupRef=${groupRef}`;
  const [installation] = await management.call<Found[]>('GET', path);
  if (!installation) throw new Error(`The group ${groupRef} has no installation.`);
  const { integrationId, id } = installation;
  for (let change = 0; change < changes; change += 1) {
    await management.call('PATCH', `/projects/${name}/integrations/${integrationId}/installations/${id}`, {
      updateMask: ['config.createdBy'],
      installation: { config: { createdBy: String(change) } },
    });
    await delay(changeEveryMs);
  }
}

type Updated = { type: string; id: string; data: { config?: { createdBy?: string } } };

async function readBus({ ground, record, closing }: Run, changes: number): Promise<void> {
  const seen = new Set<number>();
  const bus = openBus(ground, closing, lifecycleTopic);
  const consumer = await bus.consume((messages) => {
    for (const message of messages) {
      const { event } = parseLifecycleEvent(message) as { event?: Updated };
      const place = Number(event?.data.config?.createdBy);
      if (event?.type !== 'installation.updated' || Number.isNaN(place)) continue;
      seen.add(place);
      record({ kind: 'published', key: message.key ?? '', eventId: event.id, place });
    }
    return Promise.resolve();
  });
  await eventually(() => seen.size >= changes, { withinMs: 30_000 }).catch(() => undefined);
  await consumer.close();
}

const f19PerSecond = 20;
const slowLinkMs = 200;
const cutShare = 0.01;

/** Links to Postgres and Redis are slow, and break sometimes. */
export const f19: Experiment = {
  summary:
    '200 ms more to Redis and Postgres, 1 % of their connections cut each second, for 10 min at 20 writes/s',
  unit: 'asynchronous creates, each with an Idempotency-Key',
  usualN: 12_000,
  ground: { replicas: { 'write-worker': 2 }, accounts: () => 4, latencyMs: 0, links: true },
  act: async (run) => {
    const { links } = run.ground;
    for (const link of links) link.delay(slowLinkMs);
    const ending = new AbortController();
    const cutting = cutNowAndThen(run, ending.signal);
    await sendWrites(run, { perSecond: f19PerSecond, insist: true });
    ending.abort();
    await cutting;
    for (const link of links) link.delay(0);
    await waitEnded(run, 180_000);
  },
  judge: (history, n) => [
    ...promised(history, n),
    faultsAtLeast(history, 1),
    refusedLessThan(history, 0.001),
    oneOperationPerWrite(history),
  ],
  // The rules are ten times faster, the links are not.
  alerts: { fire: ['WritAcceptSlow'], may: ['WritWritesLate', 'WritDeliveriesLate'] },
};

async function cutNowAndThen(run: Run, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await delay(1_000);
    for (const link of run.ground.links) {
      const cut = link.cut(() => run.random.next() < cutShare);
      if (cut > 0) broke(run, `${cut} connections cut`, new URL(link.url).protocol);
    }
  }
}

const f25PerSecond = 25;
/** A worker with removed claims loses its lease at the next renewal. */
const graceMs = 5_000;

/** Postgres is restored from a backup as old as 3/4 of the run (300 s of 400); Redis is not. */
export const f25: Experiment = {
  summary: 'Postgres restored from a backup that is 5 min older than Redis, under 25 writes/s',
  unit: 'asynchronous creates; the backup is as old as 3/4 of their time',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 50 },
  act: async (run) => {
    const eighthMs = ((run.n / f25PerSecond) * 1000) / 8;
    const restoring = async (): Promise<void> => {
      await delay(eighthMs);
      await alone(run, ['CREATE DATABASE backup TEMPLATE postgres']);
      broke(run, 'backup', 'Postgres');
      await delay(6 * eighthMs);
      const swap = ['ALTER DATABASE postgres RENAME TO lost', 'ALTER DATABASE backup RENAME TO postgres'];
      await alone(run, swap);
      fixed(run, 'restore', 'Postgres');
    };
    await Promise.all([sendWrites(run, { perSecond: f25PerSecond, insist: true }), restoring()]);
    await waitEnded(run, 120_000);
  },
  judge: (history) => [
    lostOnlyBetween(history),
    allEnded(history),
    nothingRunsUnknown(history, graceMs),
    noDuplicates(history),
  ],
  // Depends on which of the few lanes had work in the backup.
  alerts: { fire: [], may: ['WritWakeUpsLost'] },
};

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
