import type { BenchContext, Benchmark } from '../benchmark.ts';
import type { LoadResult, LoadTask } from '../load/load-task.ts';
import { topRates } from '../load/in-turn.ts';
import { atLeast, atMost, type Figure, type Findings } from '../report/report.ts';
import { everyOneStored } from '../subject/operations-table.ts';
import { startBench, startYardstick, writeLoad, type Subject } from '../subject/start-bench.ts';
import { cpuFigures, perThousand, usedCpu, yardstickCpu } from '../subject/used-cpu.ts';
import { withToken } from '../subject/with-token.ts';

const connections = 64;
const closedLoop = { kind: 'closed', seconds: 5 } as const;
const openSeconds = 5;
const steps = [0.25, 0.5, 0.75];

/** How fast asynchronous writes are accepted (Quality, Benchmarks). */
export const accept: Benchmark = {
  summary: 'asynchronous single writes of 1 kB: how many a second are accepted and committed, and how soon',
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { subject, project, accounts, load } = await startBench(context);
  const app = await startYardstick(context);
  const writes = writeLoad(subject, project, accounts);
  const tasks = {
    writes,
    tokens: await withToken(project, writes),
    yardstick: { ...writes, urls: [await app.perform(null)] },
  };
  const measure: Measure = (task, pace) => load.send({ ...task, connections, from: 0, pace });
  const measured = await measureAll(subject, tasks, measure, context.tell);
  const y1Cpu = await yardstickCpu(app.pid, () => measure(tasks.yardstick, closedLoop));
  return {
    settings: { connections, worker: 'stopped', 'body bytes': writes.bodies[0]?.length ?? 0 },
    ...findings(measured, y1Cpu),
    checks: [await everyOneStored(subject.pool, measured.operationIds)],
  };
}

type Task = ReturnType<typeof writeLoad>;
type Tasks = { yardstick: Task; writes: Task; tokens: Task };
type Measure = (task: Task, pace: LoadTask['pace']) => Promise<LoadResult>;

type Measured = {
  y1: number;
  top: number;
  /** By an API key and by a JSON Web Token, in turn. */
  byKey: number;
  byToken: number;
  closed: LoadResult;
  open: readonly { step: number; result: LoadResult }[];
  working: LoadResult;
  cpu: Readonly<Record<string, number>>;
  operationIds: readonly string[];
};

async function measureAll(
  subject: Subject,
  tasks: Tasks,
  measure: Measure,
  tell: (line: string) => void,
): Promise<Measured> {
  const operationIds: string[] = [];
  const write = async (pace: LoadTask['pace'], task = tasks.writes): Promise<LoadResult> => {
    const result = await measure(task, pace);
    operationIds.push(...result.operationIds);
    return result;
  };
  const worker = subject.stack.replicas['write-worker'][0];
  await worker?.stop();
  tell('Closed loop: yardstick and gateway in turn, with the worker stopped.');
  const [y1, top] = await topRates(
    () => measure(tasks.yardstick, closedLoop),
    () => write(closedLoop),
  );
  const before = await usedCpu(subject, ['write-gateway']);
  const closed = await write(closedLoop);
  const cpu = perThousand(before, await usedCpu(subject, ['write-gateway']), closed.succeeded);
  tell('Closed loop: an API key and a JSON Web Token in turn.');
  const [byKey, byToken] = await topRates(
    () => write(closedLoop),
    () => write(closedLoop, tasks.tokens),
  );
  const open: { step: number; result: LoadResult }[] = [];
  for (const step of steps) {
    const perSecond = top * step;
    tell(`Open loop at ${Math.round(perSecond)} writes/s.`);
    open.push({ step, result: await write({ kind: 'open', perSecond, seconds: openSeconds }) });
  }
  await worker?.restart();
  tell('Closed loop with the worker at its backlog.');
  const working = await write(closedLoop);
  return { y1, top, byKey, byToken, closed, open, working, cpu, operationIds };
}

function findings(
  { y1, top, byKey, byToken, closed, open, working, cpu }: Measured,
  y1Cpu: readonly Figure[],
): Pick<Findings, 'figures' | 'goals'> {
  const atHalf = open.find(({ step }) => step === 0.5)?.result.latency.p99Ms ?? Infinity;
  return {
    figures: [
      { name: 'y1: Express + ajv', value: y1, unit: 'requests/s' },
      { name: 'accepted, closed loop', value: top, unit: 'writes/s' },
      ...latencyFigures('closed loop', closed),
      ...open.flatMap(({ step, result }) => latencyFigures(`open loop at ${step} of the top rate`, result)),
      { name: 'accepted, closed loop, worker at its backlog', value: working.perSecond, unit: 'writes/s' },
      ...y1Cpu,
      ...cpuFigures('writes', cpu),
    ],
    goals: [
      atLeast('accepted / y1', top / y1, 0.5),
      atMost('p99 at half the top rate, ms', atHalf, 50),
      atLeast('accepted by JSON Web Token / by API key', byToken / byKey, 0.9),
    ],
  };
}

const latencyFigures = (name: string, { latency }: LoadResult): Figure[] => [
  { name: `${name}: p50`, value: latency.p50Ms, unit: 'ms' },
  { name: `${name}: p99`, value: latency.p99Ms, unit: 'ms' },
];
