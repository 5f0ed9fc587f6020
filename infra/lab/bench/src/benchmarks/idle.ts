import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@writ/stack';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { atMost, type Findings } from '../report/report.ts';
import { everyOneStored } from '../subject/operations-table.ts';
import { startBench, writeLoad, type Subject } from '../subject/start-bench.ts';
import { percentOfCore, watchCpu } from '../subject/used-cpu.ts';
import { watchMemory } from '../subject/watch-memory.ts';

const restMs = 10_000;
const idleMs = 60_000;
/** Keeps the backlog during the measurement. */
const providerLatencyMs = 2_000;
const backlogMs = 30_000;

export const idle: Benchmark = {
  summary: 'nothing for a minute, then 100,000 queued: CPU and memory of each process',
  usualSize: 100_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const { subject, project, sandbox, accounts, load } = await startBench(context);
  for (const { account } of accounts) await sandbox.change(account, { latencyMs: providerLatencyMs });

  tell('Nothing to do for a minute.');
  await sleep(restMs);
  const resting = await watchFor(subject, idleMs);
  tell(`Queueing ${size} writes to an account that answers after ${providerLatencyMs} ms.`);
  const memory = watchMemory(firstOfEach(subject));
  const task = writeLoad(subject, project, accounts);
  const queued = await load.send({ ...task, pace: { kind: 'count', count: size } });
  tell('Looking at the processes with the backlog.');
  const busy = await watchFor(subject, backlogMs);
  const most = await memory.end();
  const own = (used: Readonly<Record<string, number>>) =>
    Object.entries(used).filter(([name]) => serviceNames.some((service) => service === name));
  return {
    settings: { queued: size, 'provider ms': providerLatencyMs },
    figures: [
      ...Object.entries(resting).map(([name, value]) => percentOf(`idle: ${name}`, value)),
      ...Object.entries(busy).map(([name, value]) => percentOf(`with the backlog: ${name}`, value)),
      ...Object.entries(most).map(([name, value]) => ({ name: `most memory: ${name}`, value, unit: 'MB' })),
    ],
    goals: [
      atMost('CPU of the busiest idle service, % of a core', largest(own(resting)), 2),
      atMost('memory of the largest service with the backlog, MB', largest(Object.entries(most)), 250),
    ],
    checks: [await everyOneStored(subject.pool, queued.operationIds)],
  };
}

async function watchFor(subject: Subject, ms: number): Promise<Record<string, number>> {
  const endWatch = await watchCpu(subject, serviceNames);
  await sleep(ms);
  return percentOfCore(await endWatch());
}

const firstOfEach = ({ stack }: Subject) =>
  Object.fromEntries(
    serviceNames.flatMap((service) => stack.replicas[service].slice(0, 1).map((one) => [service, one])),
  );

const percentOf = (name: string, value: number) => ({ name, value, unit: '% of a core' });

const largest = (entries: readonly (readonly [string, number])[]): number =>
  Math.max(0, ...entries.map(([, value]) => value));
