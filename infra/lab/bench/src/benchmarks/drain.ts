import { installAccounts, openProject, sandboxAt, type Sandbox, type StackProject } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import type { LoadResult } from '../load/load-task.ts';
import { atLeast, type Check, type Findings } from '../report/report.ts';
import { countOperations, drainTimes, isDrained, type DrainTimes } from '../subject/operations-table.ts';
import { bareLoad } from '../subject/bare-load.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { cpuFigures, perThousand, usedCpu } from '../subject/used-cpu.ts';
import { writeLoad } from '../subject/write-load.ts';
import { writtenOnce } from '../subject/written-once.ts';

const writes = 20_000;
const manyAccounts = 200;
const acceptConnections = 64;
/** What the worker is set to, when nobody says otherwise. */
const accountConcurrency = 24;
const drainLimitMs = 90_000;

/** How fast accepted writes reach the provider (Quality, Benchmarks). */
export const drain: Benchmark = {
  summary: '20,000 accepted single writes: how many a second reach the provider, for one account and for 200',
  replicaOptions: ['workers'],
  run,
};

type Drained = DrainTimes & { cpu: Readonly<Record<string, number>>; checks: readonly Check[] };
type Parts = { subject: Subject; project: StackProject; sandbox: Sandbox; load: LoadProcess };

async function run(context: BenchContext): Promise<Findings> {
  const { tell } = context;
  const subject = await startSubject(context);
  const project = await openProject(subject.management, 'bench');
  const sandbox = sandboxAt(subject.stack.sandboxUrl);
  const load = await startLoad(context.closing);
  const parts = { subject, project, sandbox, load };

  const one = await drainBacklog(parts, 1, tell);
  tell('Yardstick y4: calls to the sandbox without the services.');
  const y4 = await bareCalls(parts);
  const many = await drainBacklog(parts, manyAccounts, tell);

  const [oneRate, manyRate] = [writes / one.seconds, writes / many.seconds];
  return {
    settings: { writes, 'calls at once to an account': accountConcurrency },
    figures: [
      { name: `y4: undici.request, ${accountConcurrency} at once`, value: y4.perSecond, unit: 'calls/s' },
      { name: 'drained, 1 account', value: oneRate, unit: 'writes/s' },
      {
        name: 'the same without its first tenth',
        value: (0.9 * writes) / one.lastNineTenths,
        unit: 'writes/s',
      },
      { name: `drained, ${manyAccounts} accounts`, value: manyRate, unit: 'writes/s' },
      {
        name: 'the same without its first tenth',
        value: (0.9 * writes) / many.lastNineTenths,
        unit: 'writes/s',
      },
      ...cpuFigures('writes, 1 account', one.cpu),
    ],
    goals: [
      atLeast('1 account / y4', oneRate / y4.perSecond, 0.5),
      atLeast(`${manyAccounts} accounts / 1 account`, manyRate / oneRate, 1),
    ],
    checks: [...one.checks, ...many.checks],
  };
}

/** Accepts the writes while the worker is stopped, starts it, and waits until all have ended. */
async function drainBacklog(parts: Parts, count: number, tell: (line: string) => void): Promise<Drained> {
  const { subject, project, sandbox, load } = parts;
  const accounts = await installAccounts(project, sandbox, count);
  const workers = subject.stack.replicas['write-worker'];
  await Promise.all(workers.map((worker) => worker.stop()));
  tell(`Accepting ${writes} writes for ${count} account(s) with no worker.`);
  const accepted = await load.send({
    ...writeLoad(subject, project, accounts),
    connections: acceptConnections,
    from: 0,
    pace: { kind: 'count', count: writes },
  });
  // As Postgres does by itself within a minute.
  await subject.pool.query('ANALYZE');
  tell(`Starting ${workers.length} worker(s).`);
  await Promise.all(workers.map((worker) => worker.restart()));
  const before = await usedCpu(subject, ['write-worker']);
  await eventually(() => isDrained(subject.pool), {
    withinMs: drainLimitMs,
    everyMs: 250,
  });
  const after = await usedCpu(subject, ['write-worker']);
  const groupRefs = accounts.map(({ groupRef }) => groupRef);
  return {
    ...(await drainTimes(subject.pool, groupRefs)),
    cpu: perThousand(before, after, writes),
    checks: [
      await allSucceeded(subject, accepted.operationIds, count),
      await writtenOnce(sandbox, accounts, writes),
    ],
  };
}

function bareCalls({ sandbox, load }: Parts): Promise<LoadResult> {
  const account = 'bench-yardstick';
  const calls = { ...bareLoad(sandbox, account), connections: accountConcurrency, from: 0 };
  return sandbox
    .liftQuota(account)
    .then(() => load.send({ ...calls, pace: { kind: 'closed', seconds: 2 } }))
    .then(() => load.send({ ...calls, pace: { kind: 'count', count: writes } }));
}

async function allSucceeded(
  { pool }: Subject,
  operationIds: readonly string[],
  accounts: number,
): Promise<Check> {
  const { stored, succeeded, failed } = await countOperations(pool, operationIds);
  return {
    name: `${accounts} account(s): every acknowledged write has ended well`,
    holds: operationIds.length === writes && succeeded === writes,
    detail: `${stored} of ${operationIds.length} found, ${succeeded} succeeded, ${failed} failed`,
  };
}
