import type { Account } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import { bodiesOf } from '../backlog/bodies.ts';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { summarizeLatencies, type LatencySummary } from '../measure/latencies.ts';
import { atMost, latencyFigures, type Figure, type Findings } from '../report/report.ts';
import {
  countOperations,
  everyOneSucceeded,
  isUnfinished,
  writtenAfterMs,
} from '../subject/operations-table.ts';
import { backlogOf, drained } from '../subject/backlog.ts';
import { startBench, writeLoad, type Bench } from '../subject/start-bench.ts';

/**
 * At the lower rate each write wakes B's lane; at the higher one it always has a slice. The backlog's end ends both.
 */
const rates = [
  { perSecond: 1, seconds: 40 },
  { perSecond: 20, seconds: 20 },
] as const;
const chunkSeconds = 5;
const warmUp = { perSecond: 1, seconds: chunkSeconds };

/** Without a quota A uses all cores. An import has a HubSpot account's quota and a third of the size. */
const backlogs = [
  { name: 'backlog', part: 1 },
  { name: 'import', part: 1 / 3, quota: { limit: 190, windowMs: 10_000 } },
] as const;
type Backlog = (typeof backlogs)[number];

/** Whether one account's large backlog delays another, with warm worker and Postgres. */
export const fair: Benchmark = {
  summary:
    'account A has 300,000 queued, or 100,000 within a quota; B sends 1 and 20 a second: how soon B is written, alone and beside A',
  usualSize: 300_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell } = context;
  const bench = await startBench(context, 1 + backlogs.length);
  const [quiet, ...busy] = bench.accounts;
  tell('Warming up, then B alone.');
  await send(bench, quiet, warmUp);
  const alone: string[][] = [];
  for (const rate of rates) alone.push(await send(bench, quiet, rate));
  // The last write needs a running worker.
  await drained(bench.subject);
  const found: Findings[] = [];
  for (const [at, account] of busy.entries())
    found.push(await beside(context, bench, { backlog: backlogs[at] ?? backlogs[0], account, quiet, alone }));
  return {
    settings: Object.assign({}, ...found.map(({ settings }) => settings)) as Findings['settings'],
    figures: found.flatMap(({ figures }) => figures),
    goals: found.flatMap(({ goals }) => goals),
    checks: found.flatMap(({ checks }) => checks),
  };
}

type Sides = { backlog: Backlog; account: Account; quiet: Account; alone: readonly string[][] };

async function beside(
  { tell, size }: BenchContext,
  bench: Bench,
  { backlog, account, quiet, alone }: Sides,
): Promise<Findings> {
  const { subject } = bench;
  const { name } = backlog;
  const count = Math.round(size * backlog.part);
  if ('quota' in backlog) await bench.sandbox.change(account.account, { quota: backlog.quota });
  tell(`Accepting ${count} writes of A's ${name} with the worker stopped.`);
  const bodies = bodiesOf({ provider: 'hubspot', type: 'create' }, [account]);
  const { accepted: queued, goOn } = await backlogOf(bench, [account], { count, bodies });
  // A new Postgres creates its log files, which blocks everything; after a checkpoint it reuses them.
  await subject.pool.query('CHECKPOINT');
  await goOn();
  tell(`B beside A's ${name}, once the worker is warm.`);
  await send(bench, quiet, warmUp);
  const together: string[][] = [];
  let isBeside = true;
  for (const { perSecond, seconds: most } of rates) {
    const sentBeside: string[] = [];
    for (let seconds = 0; seconds < most && isBeside; seconds += chunkSeconds) {
      const sent = await send(bench, quiet, { perSecond, seconds: chunkSeconds });
      isBeside = await isUnfinished(subject.pool, account.groupRef);
      // Only while the backlog exists.
      if (isBeside) sentBeside.push(...sent);
    }
    together.push(sentBeside);
  }
  const { succeeded } = await countOperations(subject.pool, queued.operationIds);
  tell('Waiting for the rest.');
  await drained(subject);
  const waits = await Promise.all(
    rates.map(async ({ perSecond }, at) => ({
      what: `${perSecond} a second, ${name}`,
      alone: summarizeLatencies(await writtenAfterMs(subject.pool, alone[at] ?? [])),
      together: summarizeLatencies(await writtenAfterMs(subject.pool, together[at] ?? [])),
    })),
  );
  return {
    settings: {
      [`queued of A's ${name}`]: count,
      [`left of A's ${name}`]: count - succeeded,
      [`B's beside A's ${name}`]: together.flat().length,
    },
    figures: waits.flatMap(figuresOf),
    goals: waits.map(({ what, alone: { p99Ms }, together: { p99Ms: besideMs } }) =>
      atMost(`${what}: B's p99 beside A / alone`, besideMs / p99Ms, 2),
    ),
    checks: [
      await everyOneSucceeded(subject.pool, [...queued.operationIds, ...alone.flat(), ...together.flat()]),
      ...together.map((sent, at) => wasBeside(`${rates[at]?.perSecond ?? 0} a second, ${name}`, sent)),
    ],
  };
}

async function send(
  { subject, project, load }: Bench,
  account: Account,
  rate: { perSecond: number; seconds: number },
): Promise<string[]> {
  const task = writeLoad(subject, project, [account]);
  const { operationIds } = await load.send({
    ...task,
    connections: 4,
    pace: { kind: 'open', ...rate },
  });
  return [...operationIds];
}

type Waits = { what: string } & Record<'alone' | 'together', LatencySummary>;

const figuresOf = ({ what, alone, together }: Waits): Figure[] => [
  ...latencyFigures(`${what}: B alone, accepted to written`, alone),
  ...latencyFigures(`${what}: B beside A, accepted to written`, together),
];

/** The backlog must outlast some writes beside it. */
const wasBeside = (what: string, together: readonly string[]): Verdict => ({
  what: `${what}: B was written while A's was there`,
  holds: together.length > 0,
  detail: `${together.length} writes`,
});
