import type { BenchContext, Benchmark } from '../benchmark.ts';
import { inTurn, meanOf } from '../load/in-turn.ts';
import type { LoadResult, LoadTask } from '../load/load-task.ts';
import { topOfGateway } from '../gateway/top-of-gateway.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { atMost, latencyFigures, type Findings } from '../report/report.ts';
import { everyOneSucceeded } from '../subject/operations-table.ts';
import { bareLoad, startBench, startYardstick, writeLoad } from '../subject/start-bench.ts';
import { withToken } from '../subject/with-token.ts';
import { writtenOnce } from '../subject/written-once.ts';

const connections = 64;
const providerLatencyMs = 5;
const steady = { kind: 'open', perSecond: 100, seconds: 10 } as const;
const bareAccount = 'bench-yardstick';

export const sync: Benchmark = {
  summary:
    'synchronous creates against a CRM that takes 5 ms: what they add to the bare call, and how many a second',
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { subject, project, sandbox, accounts, load } = await startBench(context);
  await sandbox.liftQuota(bareAccount);
  for (const account of [bareAccount, ...accounts.map((one) => one.account)])
    await sandbox.change(account, { latencyMs: providerLatencyMs });
  const app = await startYardstick(context);
  const writes = writeLoad(subject, project, accounts, { mode: 'synchronous' });
  const tokens = await withToken(project, writes);
  const bare = { ...writes, urls: [await app.perform(null)] };
  const operationIds: string[] = [];
  let sent = 0;
  // Numbered through from 0, over all loads.
  const write = async (pace: LoadTask['pace'], by?: 'token'): Promise<LoadResult> => {
    const result = await load.send({ ...(by ? tokens : writes), connections, from: sent, pace });
    sent += result.sent;
    operationIds.push(...result.operationIds);
    return result;
  };
  const beside = (task: Omit<LoadTask, 'connections' | 'from' | 'pace'>) => (pace: LoadTask['pace']) =>
    load.send({ ...task, connections, from: 0, pace });

  context.tell(`Open loop at ${steady.perSecond}/s: bare provider call and synchronous write in turn.`);
  const call = beside(bareLoad(sandbox, bareAccount));
  const at100 = await inTurn(
    () => call(steady),
    () => write(steady),
  );
  const [called, written] = [meanLatency(at100.yardstick), meanLatency(at100.subject)];
  const loops = { done: 'written', least: 0.4, write, yardstick: beside(bare), app };
  const { figures, goals } = await topOfGateway(subject, loops, context.tell);
  return {
    settings: { connections, 'provider ms': providerLatencyMs, 'body bytes': writes.bodies[0]?.length ?? 0 },
    figures: [
      ...latencyFigures('bare provider call at 100/s', called),
      ...latencyFigures('synchronous write at 100/s', written),
      ...figures,
    ],
    goals: [
      atMost('added to the provider call at 100/s, p50, ms', written.p50Ms - called.p50Ms, 2),
      atMost('added to the provider call at 100/s, p99, ms', written.p99Ms - called.p99Ms, 8),
      ...goals,
    ],
    checks: [
      await writtenOnce(sandbox, accounts, sent),
      await everyOneSucceeded(subject.pool, operationIds, sent),
    ],
  };
}

const meanLatency = (results: readonly LoadResult[]): Pick<LatencySummary, 'p50Ms' | 'p99Ms'> => ({
  p50Ms: meanOf(results, ({ latency }) => latency.p50Ms),
  p99Ms: meanOf(results, ({ latency }) => latency.p99Ms),
});
