import {
  installAccounts,
  openProject,
  sandboxAt,
  type Account,
  type Sandbox,
  type StackProject,
} from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { BenchContext, Benchmark } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import { summarizeLatencies } from '../measure/latencies.ts';
import { atLeast, type Check, type Figure, type Findings, type Goal } from '../report/report.ts';
import { everyOneStored } from '../subject/every-one-stored.ts';
import { fillWithOld, someOperations } from '../subject/old-operations.ts';
import { isDrained, secondsFromFirstAttempt } from '../subject/operations-table.ts';
import { startSubject, type Subject } from '../subject/start-subject.ts';
import { writeLoad } from '../subject/write-load.ts';
import { writtenOnce } from '../subject/written-once.ts';

const connections = 64;
const writes = 10_000;
/** At each size; the best one counts, since a machine that is busy with other things makes the others worse. */
const rounds = 2;
const reads = 500;
const drainLimitMs = 120_000;
/** Of the largest size. */
const steps = [1 / 1_000, 1 / 10, 1] as const;

/** Whether the past costs anything (Quality, Benchmarks). */
export const grow: Benchmark = {
  summary: 'accepting, draining and reading with a thousandth, a tenth and all of 10 million old operations',
  usualSize: 10_000_000,
  run,
};

type Parts = {
  subject: Subject;
  project: StackProject;
  sandbox: Sandbox;
  load: LoadProcess;
  accounts: readonly Account[];
  /** Ids of all writes that were acknowledged. */
  written: string[];
};
type Step = { old: number; accepted: number; drained: number; readMs: number };

async function run(context: BenchContext): Promise<Findings> {
  const { tell, size } = context;
  const subject = await startSubject(context);
  const project = await openProject(subject.management, 'bench');
  const sandbox = sandboxAt(subject.stack.sandboxUrl);
  const accounts = await installAccounts(project, sandbox, 1);
  const load = await startLoad(context.closing);
  const parts: Parts = { subject, project, sandbox, load, accounts, written: [] };
  tell('Warming up.');
  await acceptAndDrain(parts);
  const [template] = parts.written;
  if (template === undefined) throw new Error('Nothing was written');

  const measured: Step[] = [];
  let had = 0;
  for (const old of steps.map((step) => Math.max(1, Math.round(size * step)))) {
    tell(`Filling up to ${old} old operations.`);
    await fillWithOld(subject.pool, template, had, old);
    had = old;
    tell('Accepting, draining, reading.');
    measured.push({ old, ...(await measure(parts, old)) });
  }
  return {
    settings: { writes, connections, 'reads of one operation': reads },
    ...findings(measured),
    checks: await everyWriteOnce(parts),
  };
}

async function measure(parts: Parts, old: number): Promise<Omit<Step, 'old'>> {
  let best = { accepted: 0, drained: 0, readMs: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    const { accepted, drained } = await acceptAndDrain(parts);
    const readMs = await readOperations(parts, old);
    best = {
      accepted: Math.max(best.accepted, accepted),
      drained: Math.max(best.drained, drained),
      readMs: Math.min(best.readMs, readMs),
    };
  }
  return best;
}

/** Accepts with the worker stopped, then drains; both in writes per second. */
async function acceptAndDrain(parts: Parts): Promise<{ accepted: number; drained: number }> {
  const { subject, project, load, accounts, written } = parts;
  const worker = subject.stack.replicas['write-worker'][0];
  await worker?.stop();
  const accepted = await load.send({
    ...writeLoad(subject, project, accounts),
    connections,
    from: written.length,
    pace: { kind: 'count', count: writes },
  });
  written.push(...accepted.operationIds);
  await worker?.restart();
  await eventually(() => isDrained(subject.pool), { withinMs: drainLimitMs, everyMs: 250 });
  const seconds = await secondsFromFirstAttempt(subject.pool, accepted.operationIds);
  return { accepted: accepted.perSecond, drained: writes / seconds };
}

/** Reads operations from all over the table, one after the other; gives the median. */
async function readOperations({ subject, project }: Parts, old: number): Promise<number> {
  const latenciesMs: number[] = [];
  for (const id of await someOperations(subject.pool, reads, old)) {
    const startedAtMs = performance.now();
    await project.management.call('GET', `/projects/${project.name}/operations/${id}`);
    latenciesMs.push(performance.now() - startedAtMs);
  }
  return summarizeLatencies(latenciesMs).p50Ms;
}

function findings(measured: readonly Step[]): Pick<Findings, 'figures' | 'goals'> {
  const figures = measured.flatMap(({ old, accepted, drained, readMs }): Figure[] => [
    { name: `accepted, ${old} old operations`, value: accepted, unit: 'writes/s' },
    { name: `drained, ${old} old operations`, value: drained, unit: 'writes/s' },
    { name: `one operation read, ${old} old operations: p50`, value: readMs, unit: 'ms' },
  ]);
  const spread = (name: string, values: readonly number[]): Goal =>
    atLeast(`${name}: smallest / largest`, Math.min(...values) / Math.max(...values), 0.8);
  return {
    figures,
    goals: [
      spread(
        'accepted',
        measured.map(({ accepted }) => accepted),
      ),
      spread(
        'drained',
        measured.map(({ drained }) => drained),
      ),
      spread(
        'one operation read',
        measured.map(({ readMs }) => readMs),
      ),
    ],
  };
}

const everyWriteOnce = async ({ subject, sandbox, accounts, written }: Parts): Promise<Check[]> => [
  await everyOneStored(subject, written),
  await writtenOnce(sandbox, accounts, written.length),
];
