import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startGatewayBench } from '../gateway/top-of-gateway.ts';
import { atMost, latencyFigures, type Figure, type Findings } from '../report/report.ts';
import { everyOneStored } from '../subject/operations-table.ts';

const seconds = 5;
const steps = [0.25, 0.5, 0.75];

export const accept: Benchmark = {
  summary: 'asynchronous single writes of 1 kB: how many a second are accepted and committed, and how soon',
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell } = context;
  const bench = await startGatewayBench(context, { mode: 'asynchronous' });
  const { subject, write } = bench;
  const worker = subject.stack.replicas['write-worker'][0];
  await worker?.stop();
  const { top, figures, goals } = await bench.top('accepted', 0.5);
  const open: Figure[] = [];
  let atHalfMs = Infinity;
  for (const step of steps) {
    const perSecond = top * step;
    tell(`Open loop at ${Math.round(perSecond)} writes/s.`);
    const { latency } = await write({ kind: 'open', perSecond, seconds });
    open.push(...latencyFigures(`open loop at ${step} of the top rate`, latency));
    if (step === 0.5) atHalfMs = latency.p99Ms;
  }
  await worker?.restart();
  tell('Closed loop with the worker at its backlog.');
  const { perSecond } = await write({ kind: 'closed', seconds });
  const working = {
    name: 'accepted, closed loop, worker at its backlog',
    value: perSecond,
    unit: 'writes/s',
  };
  return {
    settings: { worker: 'stopped', 'body bytes': bench.bodyBytes },
    figures: [...figures, ...open, working],
    goals: [...goals, atMost('p99 at half the top rate, ms', atHalfMs, 50)],
    checks: [await everyOneStored(subject.pool, bench.operationIds)],
  };
}
