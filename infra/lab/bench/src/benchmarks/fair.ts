import { installAccounts, openProject, sandboxAt, type Account, type StackProject } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import { summarizeLatencies, type LatencySummary } from '../measure/latencies.ts';
import { atMost, type Check, type Figure, type Findings } from '../report/report.ts';
import { countOperations, countUnfinished, isDrained, writtenAfterMs } from '../subject/operations-table.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { writeLoad } from '../subject/write-load.ts';

const acceptConnections = 64;
const steady = { kind: 'open', perSecond: 1 } as const;
const aloneSeconds = 40;
/** The measurement ends before, should the backlog. */
const togetherSeconds = 40;
const chunkSeconds = 5;
const drainLimitMs = 600_000;

/** Whether a large backlog of one account holds up another (Quality, Benchmarks). */
export const fair: Benchmark = {
  summary:
    'account A has 100,000 queued, account B sends one a second: how soon B is written, alone and beside A',
  usualSize: 100_000,
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
  await oneASecond(parts, quiet, chunkSeconds);
  const alone = await oneASecond(parts, quiet, aloneSeconds);
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
  await worker?.restart();
  tell("B beside A's backlog.");
  const together: string[] = [];
  let left = size;
  for (let seconds = 0; seconds < togetherSeconds && left > 0; seconds += chunkSeconds) {
    const sent = await oneASecond(parts, quiet, chunkSeconds);
    left = await countUnfinished(subject.pool, busy.groupRef);
    // What was sent while nothing was left of the backlog tells nothing.
    if (left > 0) together.push(...sent);
  }
  tell('Waiting for the rest.');
  await drained(subject);
  const waits = {
    alone: summarizeLatencies(await writtenAfterMs(subject.pool, alone)),
    together: summarizeLatencies(await writtenAfterMs(subject.pool, together)),
  };
  return {
    settings: { 'queued for A': size, "A's left at the end": left, "B's beside A": together.length },
    ...findings(waits),
    checks: [
      await allSucceeded(subject, [...queued.operationIds, ...alone, ...together]),
      wasBeside(together),
    ],
  };
}

const drained = ({ pool }: Subject): Promise<unknown> =>
  eventually(() => isDrained(pool), { withinMs: drainLimitMs, everyMs: 250 });

/** Ids of the writes that the account sent, one a second. */
async function oneASecond(
  { subject, project, load }: Parts,
  account: Account,
  seconds: number,
): Promise<readonly string[]> {
  const task = writeLoad(subject, project, [account]);
  const { operationIds } = await load.send({
    ...task,
    connections: 4,
    from: 0,
    pace: { ...steady, seconds },
  });
  return operationIds;
}

function findings({
  alone,
  together,
}: Record<'alone' | 'together', LatencySummary>): Pick<Findings, 'figures' | 'goals'> {
  const figures = (name: string, { p50Ms, p99Ms }: LatencySummary): Figure[] => [
    { name: `${name}: p50`, value: p50Ms, unit: 'ms' },
    { name: `${name}: p99`, value: p99Ms, unit: 'ms' },
  ];
  return {
    figures: [
      ...figures('B alone, accepted to written', alone),
      ...figures("B beside A's backlog, accepted to written", together),
    ],
    goals: [atMost("B's p99 beside A / alone", together.p99Ms / alone.p99Ms, 2)],
  };
}

/** A backlog that is gone before anything was written beside it shows nothing. */
const wasBeside = (together: readonly string[]): Check => ({
  name: "B was written while A's backlog was there",
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
