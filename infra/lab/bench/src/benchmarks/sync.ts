import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startGatewayBench } from '../gateway/top-of-gateway.ts';
import { inTurn, meanOf } from '../load/in-turn.ts';
import type { LoadResult } from '../load/load-task.ts';
import type { LatencySummary } from '../measure/latencies.ts';
import { atMost, latencyFigures, type Findings } from '../report/report.ts';
import { everyOneSucceeded } from '../subject/operations-table.ts';
import { bareLoad } from '../subject/start-bench.ts';
import { writtenOnce } from '../subject/written-once.ts';

const providerLatencyMs = 5;
const steady = { kind: 'open', perSecond: 100, seconds: 10 } as const;
const bareAccount = 'bench-yardstick';

export const sync: Benchmark = {
  summary:
    'synchronous creates against a CRM that takes 5 ms: what they add to the bare call, and how many a second',
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const bench = await startGatewayBench(context, { mode: 'synchronous' });
  const { subject, sandbox, accounts, load, write, operationIds } = bench;
  await sandbox.liftQuota(bareAccount);
  for (const account of [bareAccount, ...accounts.map((one) => one.account)])
    await sandbox.change(account, { latencyMs: providerLatencyMs });

  context.tell(`Open loop at ${steady.perSecond}/s: bare provider call and synchronous write in turn.`);
  const at100 = await inTurn(
    () => load.send({ ...bareLoad(sandbox, bareAccount), pace: steady }),
    () => write(steady),
  );
  const [called, written] = [meanLatency(at100.yardstick), meanLatency(at100.subject)];
  const { figures, goals } = await bench.top('written', 0.4);
  const sent = operationIds.length;
  return {
    settings: { 'provider ms': providerLatencyMs, 'body bytes': bench.bodyBytes },
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
