import type { Account } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
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

/** At the lower rate B's lane is woken for each write, at the higher one it always has a slice. The backlog's end ends both. */
const rates = [
  { perSecond: 1, seconds: 40 },
  { perSecond: 20, seconds: 20 },
] as const;
const chunkSeconds = 5;
const warmUp = { perSecond: 1, seconds: chunkSeconds };

/** Whether a large backlog of one account holds up another, once worker and Postgres are warm. */
export const fair: Benchmark = {
  summary:
    'account A has 300,000 queued, account B sends 1 and 20 a second: how soon B is written, alone and beside A',
  usualSize: 300_000,
  run,
};

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const bench = await startBench(context, 2);
  const { subject } = bench;
  const [busy, quiet = bench.accounts[0]] = bench.accounts;

  tell('Warming up, then B alone.');
  await send(bench, quiet, warmUp);
  const alone: string[][] = [];
  for (const rate of rates) alone.push(await send(bench, quiet, rate));
  // The last write must not wait for a stopped worker.
  await drained(subject);
  tell(`Accepting ${size} writes for A with the worker stopped.`);
  const { accepted: queued, goOn } = await backlogOf(bench, [busy], { count: size });
  // A new Postgres creates each file of its log, for which everything waits; a checkpoint makes it reuse them.
  await subject.pool.query('CHECKPOINT');
  await goOn();
  tell("B beside A's backlog, once the worker is warm.");
  await send(bench, quiet, warmUp);
  const together: string[][] = [];
  let isBeside = true;
  for (const { perSecond, seconds: most } of rates) {
    const beside: string[] = [];
    for (let seconds = 0; seconds < most && isBeside; seconds += chunkSeconds) {
      const sent = await send(bench, quiet, { perSecond, seconds: chunkSeconds });
      isBeside = await isUnfinished(subject.pool, busy.groupRef);
      // Writes after the end of the backlog show nothing.
      if (isBeside) beside.push(...sent);
    }
    together.push(beside);
  }
  const { succeeded } = await countOperations(subject.pool, queued.operationIds);
  tell('Waiting for the rest.');
  await drained(subject);
  const waits = await Promise.all(
    rates.map(async ({ perSecond }, at) => ({
      perSecond,
      alone: summarizeLatencies(await writtenAfterMs(subject.pool, alone[at] ?? [])),
      together: summarizeLatencies(await writtenAfterMs(subject.pool, together[at] ?? [])),
    })),
  );
  return {
    settings: {
      'queued for A': size,
      "A's left at the end": size - succeeded,
      "B's beside A": together.flat().length,
    },
    figures: waits.flatMap(figuresOf),
    goals: waits.map(({ perSecond, alone: { p99Ms }, together: beside }) =>
      atMost(`${perSecond} a second: B's p99 beside A / alone`, beside.p99Ms / p99Ms, 2),
    ),
    checks: [
      await everyOneSucceeded(subject.pool, [...queued.operationIds, ...alone.flat(), ...together.flat()]),
      ...together.map((sent, at) => wasBeside(rates[at]?.perSecond ?? 0, sent)),
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

type Waits = { perSecond: number } & Record<'alone' | 'together', LatencySummary>;

const figuresOf = ({ perSecond, alone, together }: Waits): Figure[] => [
  ...latencyFigures(`${perSecond} a second: B alone, accepted to written`, alone),
  ...latencyFigures(`${perSecond} a second: B beside A's backlog, accepted to written`, together),
];

/** A backlog that is gone before anything was written beside it shows nothing. */
const wasBeside = (perSecond: number, together: readonly string[]): Verdict => ({
  what: `${perSecond} a second: B was written while A's backlog was there`,
  holds: together.length > 0,
  detail: `${together.length} writes`,
});
