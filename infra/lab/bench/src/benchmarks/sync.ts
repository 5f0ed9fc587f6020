import type { BenchContext, Benchmark } from '../benchmark.ts';
import { inTurn, meanOf, topRates } from '../load/in-turn.ts';
import type { LoadProcess } from '../load/load-process.ts';
import type { LoadResult, LoadTask } from '../load/load-task.ts';
import { atLeast, atMost, type Figure, type Findings } from '../report/report.ts';
import { everyOneSucceeded } from '../subject/operations-table.ts';
import { bareLoad, startBench, startYardstick, writeLoad } from '../subject/start-bench.ts';
import { cpuFigures, perThousand, usedCpu, yardstickCpu } from '../subject/used-cpu.ts';
import { withToken } from '../subject/with-token.ts';
import { writtenOnce } from '../subject/written-once.ts';

const connections = 64;
const providerLatencyMs = 5;
const steady = { kind: 'open', perSecond: 100, seconds: 10 } as const;
const closedLoop = { kind: 'closed', seconds: 5 } as const;
const bareAccount = 'bench-yardstick';

/** What a synchronous write adds to the provider's own time, and how many can be done (Quality, Benchmarks). */
export const sync: Benchmark = {
  summary:
    'synchronous creates against a CRM that takes 5 ms: what they add to the bare call, and how many a second',
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const bench = await startBench(context);
  const { subject, project, sandbox, accounts } = bench;
  await sandbox.liftQuota(bareAccount);
  for (const account of [bareAccount, ...accounts.map((one) => one.account)])
    await sandbox.change(account, { latencyMs: providerLatencyMs });
  const app = await startYardstick(context);
  const writes = writeLoad(subject, project, accounts, { mode: 'synchronous' });
  const yardstick = { ...writes, urls: [await app.perform(null)] };
  const load = numberedLoad(bench.load, writes);
  const bare = (pace: LoadTask['pace']) => load.other(bareLoad(sandbox, bareAccount), pace);

  context.tell(`Open loop at ${steady.perSecond}/s: bare provider call and synchronous write in turn.`);
  const at100 = await inTurn(
    () => bare(steady),
    () => load.write(steady),
  );
  context.tell('Closed loop: yardstick and gateway in turn.');
  const [y1, top] = await topRates(
    () => load.other(yardstick, closedLoop),
    () => load.write(closedLoop),
  );
  const before = await usedCpu(subject, ['write-gateway']);
  const closed = await load.write(closedLoop);
  const cpu = perThousand(before, await usedCpu(subject, ['write-gateway']), closed.succeeded);
  context.tell('Closed loop: an API key and a JSON Web Token in turn.');
  const tokens = await withToken(project, writes);
  const [byKey, byToken] = await topRates(
    () => load.write(closedLoop),
    () => load.write(closedLoop, tokens),
  );
  const y1Cpu = await yardstickCpu(app.pid, () => load.other(yardstick, closedLoop));
  return {
    settings: { connections, 'provider ms': providerLatencyMs, 'body bytes': writes.bodies[0]?.length ?? 0 },
    ...findings({ at100, y1, top, byKey, byToken, closed, cpu, y1Cpu }),
    checks: [
      await writtenOnce(sandbox, accounts, load.written().sent),
      await everyOneSucceeded(subject.pool, load.written().operationIds, load.written().sent),
    ],
  };
}

/** Load whose writes are numbered through from 0, over all its runs. */
function numberedLoad({ send }: LoadProcess, writes: Omit<LoadTask, 'connections' | 'from' | 'pace'>) {
  const operationIds: string[] = [];
  let sent = 0;
  return {
    write: async (pace: LoadTask['pace'], task = writes): Promise<LoadResult> => {
      const result = await send({ ...task, connections, from: sent, pace });
      sent += result.sent;
      operationIds.push(...result.operationIds);
      return result;
    },
    other: (task: Omit<LoadTask, 'connections' | 'from' | 'pace'>, pace: LoadTask['pace']) =>
      send({ ...task, connections, from: 0, pace }),
    written: () => ({ sent, operationIds }),
  };
}

type Measured = {
  at100: Awaited<ReturnType<typeof inTurn<LoadResult, LoadResult>>>;
  y1: number;
  top: number;
  byKey: number;
  byToken: number;
  closed: LoadResult;
  cpu: Readonly<Record<string, number>>;
  y1Cpu: readonly Figure[];
};

function findings({
  at100,
  y1,
  top,
  byKey,
  byToken,
  closed,
  cpu,
  y1Cpu,
}: Measured): Pick<Findings, 'figures' | 'goals'> {
  const p50 = (results: readonly LoadResult[]) => meanOf(results, ({ latency }) => latency.p50Ms);
  const p99 = (results: readonly LoadResult[]) => meanOf(results, ({ latency }) => latency.p99Ms);
  const { yardstick: bare, subject: written } = at100;
  const ms = (name: string, value: number): Figure => ({ name, value, unit: 'ms' });
  return {
    figures: [
      ms('bare provider call at 100/s: p50', p50(bare)),
      ms('bare provider call at 100/s: p99', p99(bare)),
      ms('synchronous write at 100/s: p50', p50(written)),
      ms('synchronous write at 100/s: p99', p99(written)),
      { name: 'y1: Express + ajv', value: y1, unit: 'requests/s' },
      { name: 'written, closed loop', value: top, unit: 'writes/s' },
      ms('closed loop: p50', closed.latency.p50Ms),
      ms('closed loop: p99', closed.latency.p99Ms),
      ...y1Cpu,
      ...cpuFigures('writes', cpu),
    ],
    goals: [
      atMost('added to the provider call at 100/s, p50, ms', p50(written) - p50(bare), 2),
      atMost('added to the provider call at 100/s, p99, ms', p99(written) - p99(bare), 8),
      atLeast('written / y1', top / y1, 0.4),
      atLeast('written by JSON Web Token / by API key', byToken / byKey, 0.9),
    ],
  };
}
