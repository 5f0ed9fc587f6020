import type { Account, Sandbox } from '@writ/stack';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import { atMost, type Findings } from '../report/report.ts';
import { everyOneStored, secondsFromFirstAttempt } from '../subject/operations-table.ts';
import { backlogOf, drained } from '../subject/backlog.ts';
import { startBench, writeLoad } from '../subject/start-bench.ts';
import { writtenOnce } from '../subject/written-once.ts';

const limit = 110;
const windowMs = 1_000;
/** One every two seconds during the backlog. */
const synchronous = { kind: 'open', perSecond: 0.5, seconds: 14 } as const;
const warmUpWrites = 200;
const tooMany = 429;

export const quota: Benchmark = {
  summary: '2,000 writes to an account that allows 110 calls in a second: how long, how many refused',
  usualSize: 2_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  // One call per write: shared calls would hardly use the quota.
  const environment = { PROVIDER_SYNCHRONOUS_PERCENT: '0', WRITE_GATHER: 'off' };
  const bench = await startBench(context, 1, { environment });
  const { subject, project, sandbox, accounts } = bench;
  for (const { account } of accounts) await sandbox.change(account, { quota: { limit, windowMs } });
  const caller = await startLoad(context.closing);

  tell('Warming up; the answers report the quota.');
  const warmUp = await backlogOf(bench, accounts, { count: warmUpWrites });
  await warmUp.goOn();
  await drained(subject);
  tell(`Accepting ${size} writes with no worker.`);
  const { accepted, goOn } = await backlogOf(bench, accounts, { from: warmUpWrites, count: size });
  const before = await countCalls(sandbox, accounts);
  await goOn();
  tell('Writing them, with synchronous calls in between.');
  const between = await caller.send({
    ...writeLoad(subject, project, accounts, { mode: 'synchronous' }),
    from: warmUpWrites + size,
    connections: 4,
    pace: synchronous,
  });
  await drained(subject);
  const after = await countCalls(sandbox, accounts);

  const calls = after.all - before.all;
  const refused = after.refused - before.refused;
  const seconds = await secondsFromFirstAttempt(subject.pool, accepted.operationIds);
  const leastSeconds = ((Math.ceil((size + between.sent) / limit) - 1) * windowMs) / 1_000;
  return {
    settings: { writes: size, 'calls in a window': limit, 'window ms': windowMs },
    figures: [
      { name: 'least possible time', value: leastSeconds, unit: 's' },
      { name: 'time of all writes', value: seconds, unit: 's' },
      { name: 'calls', value: calls, unit: 'calls' },
      { name: 'answered 429', value: refused, unit: 'calls' },
      { name: 'synchronous calls in between: longest', value: between.latency.maxMs, unit: 'ms' },
    ],
    goals: [
      atMost('time / least possible time', seconds / leastSeconds, 1.05),
      atMost('share of calls answered 429', refused / calls, 0.01),
      atMost('longest synchronous call / window', between.latency.maxMs / windowMs, 1),
    ],
    checks: [
      await everyOneStored(subject.pool, accepted.operationIds),
      await writtenOnce(sandbox, accounts, warmUp.accepted.sent + accepted.sent + between.sent),
    ],
  };
}

async function countCalls(
  sandbox: Sandbox,
  accounts: readonly Account[],
): Promise<{ all: number; refused: number }> {
  const count = { all: 0, refused: 0 };
  for (const { account } of accounts) {
    const journal = await sandbox.journal(account);
    count.all += journal.length;
    count.refused += journal.filter(({ status }) => status === tooMany).length;
  }
  return count;
}
