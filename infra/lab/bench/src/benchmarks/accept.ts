import type { BenchContext, Benchmark } from '../benchmark.ts';
import type { LoadTask } from '../load/load-task.ts';
import { topOfGateway } from '../gateway/top-of-gateway.ts';
import { atMost, latencyFigures, type Figure, type Findings } from '../report/report.ts';
import { everyOneStored } from '../subject/operations-table.ts';
import { startBench, startYardstick, writeLoad } from '../subject/start-bench.ts';
import { withToken } from '../subject/with-token.ts';

const connections = 64;
const seconds = 5;
const steps = [0.25, 0.5, 0.75];

export const accept: Benchmark = {
  summary: 'asynchronous single writes of 1 kB: how many a second are accepted and committed, and how soon',
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell } = context;
  const { subject, project, accounts, load } = await startBench(context);
  const app = await startYardstick(context);
  const writes = writeLoad(subject, project, accounts);
  const tokens = await withToken(project, writes);
  const bare = { ...writes, urls: [await app.perform(null)] };
  const operationIds: string[] = [];
  const write = async (pace: LoadTask['pace'], by?: 'token') => {
    const result = await load.send({ ...(by ? tokens : writes), connections, from: 0, pace });
    operationIds.push(...result.operationIds);
    return result;
  };
  const yardstick = (pace: LoadTask['pace']) => load.send({ ...bare, connections, from: 0, pace });

  const worker = subject.stack.replicas['write-worker'][0];
  await worker?.stop();
  const loops = { done: 'accepted', least: 0.5, write, yardstick, app };
  const { top, figures, goals } = await topOfGateway(subject, loops, tell);
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
    settings: { connections, worker: 'stopped', 'body bytes': writes.bodies[0]?.length ?? 0 },
    figures: [...figures, ...open, working],
    goals: [...goals, atMost('p99 at half the top rate, ms', atHalfMs, 50)],
    checks: [await everyOneStored(subject.pool, operationIds)],
  };
}
