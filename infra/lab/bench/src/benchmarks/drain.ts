import { installAccounts, type Account } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import type { LoadResult } from '../load/load-task.ts';
import { atLeast, type Findings } from '../report/report.ts';
import { drainTimes, everyOneSucceeded, type DrainTimes } from '../subject/operations-table.ts';
import { backlogOf, drained } from '../subject/backlog.ts';
import { bareLoad, startBench, type Bench } from '../subject/start-bench.ts';
import { cpuFigures, perThousand, watchCpu } from '../subject/used-cpu.ts';
import { writtenOnce } from '../subject/written-once.ts';

const writes = 20_000;
const manyAccounts = 200;
/** The worker's default. */
const accountConcurrency = 24;

export const drain: Benchmark = {
  summary: '20,000 accepted single writes: how many a second reach the provider, for one account and for 200',
  run,
};

type Drained = DrainTimes & { cpu: Readonly<Record<string, number>>; checks: readonly Verdict[] };

async function run(context: BenchContext): Promise<Findings> {
  const { tell } = context;
  const bench = await startBench(context);

  const one = await drainBacklog(bench, bench.accounts, tell);
  tell('Yardstick y4: calls to the sandbox without the services.');
  const y4 = await bareCalls(bench);
  const many = await drainBacklog(
    bench,
    await installAccounts(bench.project, bench.sandbox, manyAccounts),
    tell,
  );

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

async function drainBacklog(
  bench: Bench,
  accounts: readonly Account[],
  tell: (line: string) => void,
): Promise<Drained> {
  const { subject, sandbox } = bench;
  tell(`Accepting ${writes} writes for ${accounts.length} account(s) with no worker.`);
  const { accepted, goOn } = await backlogOf(bench, accounts, { count: writes });
  // Postgres does so within a minute.
  await subject.pool.query('ANALYZE');
  tell('Starting the worker.');
  await goOn();
  const endWatch = await watchCpu(subject, ['write-worker']);
  await drained(subject);
  const use = await endWatch();
  const groupRefs = accounts.map(({ groupRef }) => groupRef);
  return {
    ...(await drainTimes(subject.pool, groupRefs)),
    cpu: perThousand(use, writes),
    checks: [
      await everyOneSucceeded(subject.pool, accepted.operationIds, writes),
      await writtenOnce(sandbox, accounts, writes),
    ],
  };
}

function bareCalls({ sandbox, load }: Bench): Promise<LoadResult> {
  const account = 'bench-yardstick';
  const calls = { ...bareLoad(sandbox, account), connections: accountConcurrency };
  return sandbox
    .liftQuota(account)
    .then(() => load.send({ ...calls, pace: { kind: 'closed', seconds: 2 } }))
    .then(() => load.send({ ...calls, pace: { kind: 'count', count: writes } }));
}
