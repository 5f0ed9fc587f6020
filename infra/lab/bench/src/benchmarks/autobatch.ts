import { installAccounts, type Account, type Sandbox } from '@writ/stack';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import type { LoadResult } from '../load/load-task.ts';
import { atLeast, atMost, latencyFigures, type Findings } from '../report/report.ts';
import { secondsToWritten } from '../subject/operations-table.ts';
import { drained } from '../subject/backlog.ts';
import { startBench, writeLoad } from '../subject/start-bench.ts';
import { cpuFigures, perThousand, watchCpu } from '../subject/used-cpu.ts';
import { everyBatchEnded, recordsPerBatch, wholeBatches } from '../subject/whole-batches.ts';
import { writtenOnce } from '../subject/written-once.ts';

const installations = 20;
const warmUpWrites = 2_000;
/** Longer than the run, so that every batch closes at its hundredth record. */
const maxDelayMinutes = 60;

export const autobatch: Benchmark = {
  summary:
    'single writes that accumulate over 20 installations: provider calls, and records a second until written',
  usualSize: 100_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const bench = await startBench(context);
  const { subject, project, sandbox, load } = bench;
  const accumulate = async (count: number, accounts: readonly Account[]): Promise<LoadResult> => {
    const way = { mode: 'asynchronous', autoBatchPolicy: { maxDelayMinutes } } as const;
    const task = writeLoad(subject, project, accounts, way);
    const sent = await load.send({ ...task, pace: { kind: 'count', count } });
    await drained(subject);
    return sent;
  };
  tell('Warming up.');
  await accumulate(warmUpWrites, bench.accounts);

  const accounts = await installAccounts(project, sandbox, installations);
  const records = wholeBatches(size, installations);
  tell(`Sending ${records} writes for ${installations} installations.`);
  const endWatch = await watchCpu(subject, ['write-gateway', 'write-worker']);
  const sent = await accumulate(records, accounts);
  const cpu = perThousand(await endWatch(), records);
  const groupRefs = accounts.map(({ groupRef }) => groupRef);
  const seconds = await secondsToWritten(subject.pool, groupRefs);
  const calls = await countCalls(sandbox, accounts);
  return {
    settings: { records, installations },
    figures: [
      { name: 'accepted, closed loop', value: sent.perSecond, unit: 'records/s' },
      ...latencyFigures('accepting', sent.latency),
      { name: 'from the first POST to the last one written', value: records / seconds, unit: 'records/s' },
      { name: 'provider calls', value: calls, unit: 'calls' },
      ...cpuFigures('records', cpu),
    ],
    goals: [
      atMost('provider calls / (records / 100)', calls / (records / recordsPerBatch), 1.01),
      atLeast('records/s from POST to written', records / seconds, 5_000),
    ],
    checks: [
      await everyBatchEnded(subject, sent.operationIds, records),
      await writtenOnce(sandbox, accounts, records),
    ],
  };
}

async function countCalls(sandbox: Sandbox, accounts: readonly Account[]): Promise<number> {
  let calls = 0;
  // One account at a time: all bodies together are a very long text.
  for (const { account } of accounts) {
    // Connecting also asks for the account.
    calls += (await sandbox.journal(account)).filter(({ path }) => path.includes('/objects/')).length;
  }
  return calls;
}
