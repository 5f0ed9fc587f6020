import { installAccounts, openProject, sandboxAt, type Account, type StackProject } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import { summarizeLatencies, type LatencySummary } from '../measure/latencies.ts';
import { atMost, type Check, type Figure, type Findings } from '../report/report.ts';
import { countOperations, isDrained, isUnfinished, writtenAfterMs } from '../subject/operations-table.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { writeLoad } from '../subject/write-load.ts';

const acceptConnections = 64;
/** B's rates: its lane is woken for each write, or has its slice all the time. The measurement ends before, should the backlog. */
const rates = [
  { perSecond: 1, seconds: 40 },
  { perSecond: 20, seconds: 20 },
] as const;
const chunkSeconds = 5;
const warmUp = { perSecond: 1, seconds: chunkSeconds };
const drainLimitMs = 600_000;

/**
 * Whether a large backlog of one account holds up another (Quality, Benchmarks), once the worker and Postgres have run for a
 * while: what B feels in the first seconds after a restart is not in it.
 */
export const fair: Benchmark = {
  summary:
    'account A has 300,000 queued, account B sends 1 and 20 a second: how soon B is written, alone and beside A',
  usualSize: 300_000,
  run,
};

type Parts = { subject: Subject; project: StackProject; load: LoadProcess };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const subject = await startSubject(context);
  const project = await openProject(subject.management, 'bench');
  const [busy, quiet] = await installAccounts(project, sandboxAt(subject.stack.sandboxUrl), 2);
  if (!busy || !quiet) throw new Error('Two accounts were to be installed');
  const parts = { subject, project, load: await startLoad(context.closing) };

  tell('Warming up, then B alone.');
  await send(parts, quiet, warmUp);
  const alone: string[][] = [];
  for (const rate of rates) alone.push(await send(parts, quiet, rate));
  // The last one is not to wait for a worker that is stopped.
  await drained(subject);
  const worker = subject.stack.replicas['write-worker'][0];
  await worker?.stop();
  tell(`Accepting ${size} writes for A with the worker stopped.`);
  const queued = await parts.load.send({
    ...writeLoad(subject, project, [busy]),
    connections: acceptConnections,
    from: 0,
    pace: { kind: 'count', count: size },
  });
  // A Postgres that has run for a while uses the files of its log again; a new one makes each, and everybody waits for that.
  await subject.pool.query('CHECKPOINT');
  await worker?.restart();
  tell("B beside A's backlog, once the worker is warm.");
  await send(parts, quiet, warmUp);
  const together: string[][] = [];
  let isBeside = true;
  for (const { perSecond, seconds: most } of rates) {
    const beside: string[] = [];
    for (let seconds = 0; seconds < most && isBeside; seconds += chunkSeconds) {
      const sent = await send(parts, quiet, { perSecond, seconds: chunkSeconds });
      isBeside = await isUnfinished(subject.pool, busy.groupRef);
      // What was sent while nothing was left of the backlog tells nothing.
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
      await allSucceeded(subject, [...queued.operationIds, ...alone.flat(), ...together.flat()]),
      ...together.map((sent, at) => wasBeside(rates[at]?.perSecond ?? 0, sent)),
    ],
  };
}

const drained = ({ pool }: Subject): Promise<unknown> =>
  eventually(() => isDrained(pool), { withinMs: drainLimitMs, everyMs: 250 });

/** Ids of the writes that the account sent. */
async function send(
  { subject, project, load }: Parts,
  account: Account,
  rate: { perSecond: number; seconds: number },
): Promise<string[]> {
  const task = writeLoad(subject, project, [account]);
  const { operationIds } = await load.send({
    ...task,
    connections: 4,
    from: 0,
    pace: { kind: 'open', ...rate },
  });
  return [...operationIds];
}

type Waits = { perSecond: number } & Record<'alone' | 'together', LatencySummary>;

const figuresOf = ({ perSecond, alone, together }: Waits): Figure[] =>
  [
    { words: 'B alone', ...alone },
    { words: "B beside A's backlog", ...together },
  ].flatMap(({ words, p50Ms, p99Ms }) => [
    { name: `${perSecond} a second: ${words}, accepted to written: p50`, value: p50Ms, unit: 'ms' },
    { name: `${perSecond} a second: ${words}, accepted to written: p99`, value: p99Ms, unit: 'ms' },
  ]);

/** A backlog that is gone before anything was written beside it shows nothing. */
const wasBeside = (perSecond: number, together: readonly string[]): Check => ({
  name: `${perSecond} a second: B was written while A's backlog was there`,
  holds: together.length > 0,
  detail: `${together.length} writes`,
});

async function allSucceeded({ pool }: Subject, operationIds: readonly string[]): Promise<Check> {
  const { succeeded } = await countOperations(pool, operationIds);
  return {
    name: 'every acknowledged write has ended well',
    holds: operationIds.length > 0 && succeeded === operationIds.length,
    detail: `${succeeded} of ${operationIds.length} succeeded`,
  };
}
