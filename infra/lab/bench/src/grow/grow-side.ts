import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StackProject } from '@writ/stack';
import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext } from '../benchmark.ts';
import { drained } from '../subject/backlog.ts';
import { everyOneStored, secondsFromFirstAttempt } from '../subject/operations-table.ts';
import { startBench, writeLoad, type Bench, type Subject } from '../subject/start-bench.ts';
import { perThousand, watchCpu } from '../subject/used-cpu.ts';
import { writtenOnce } from '../subject/written-once.ts';
import { oldOperations, type OldOperations } from './old-operations.ts';

/** Rates in writes per second, CPU seconds of all processes per 1,000 writes. */
export type Round = { accepted: number; drained: number; acceptCpu: number; drainCpu: number };

export type GrowSide = {
  old: OldOperations;
  /** Accepts writes while their lane is paused, then drains them. */
  round: (writes: number) => Promise<Round>;
  /** The same without draining; the result resumes the lane. */
  leaveWaiting: (writes: number) => Promise<() => Promise<void>>;
  ask: (path: string) => Promise<{ body: unknown; ms: number }>;
  subject: Subject;
  project: StackProject;
  checks: () => Promise<Verdict[]>;
};

type GrowOptions = { name: string; total: number; postgres?: readonly string[] };

type Parts = Bench & {
  written: string[];
  laneId: string;
};

/** With its own servers. Writes once: the past is made of copies of this write. */
export async function startGrowSide(
  context: BenchContext,
  { name, total, postgres }: GrowOptions,
): Promise<GrowSide> {
  const dataDir = join(context.dataDir, name);
  await mkdir(dataDir);
  const bench = await startBench({ ...context, dataDir }, 1, postgres && { postgres });
  const { subject, project, sandbox, accounts } = bench;
  const parts: Parts = { ...bench, written: [], laneId: '' };
  await accept(parts, 1);
  await drained(subject, { announced: true });
  parts.laneId = await onlyLane(project);
  const [templateId = ''] = parts.written;
  return {
    old: oldOperations(subject.pool, { projectId: project.id, templateId, total }),
    round: (writes) => round(parts, writes),
    leaveWaiting: async (writes) => {
      await turn(parts, 'pause');
      await accept(parts, writes);
      return async () => {
        await turn(parts, 'resume');
        await drained(subject, { announced: true });
      };
    },
    ask: async (path) => {
      const startedAtMs = performance.now();
      const body = await project.management.call<unknown>('GET', `/projects/${project.name}/${path}`);
      return { body, ms: performance.now() - startedAtMs };
    },
    subject,
    project,
    checks: async () => [
      {
        ...(await everyOneStored(subject.pool, parts.written)),
        what: `${name}: every acknowledged write is committed`,
      },
      {
        ...(await writtenOnce(sandbox, accounts, parts.written.length)),
        what: `${name}: every record exactly once`,
      },
    ],
  };
}

async function onlyLane({ name, management }: StackProject): Promise<string> {
  type Lanes = { results: readonly { id: string }[] };
  const { results } = await management.call<Lanes>('GET', `/projects/${name}/lanes?kind=provider`);
  if (!results[0]) throw new Error('The project has no lane');
  return results[0].id;
}

const turn = ({ project, laneId }: Parts, verb: 'pause' | 'resume'): Promise<unknown> =>
  project.management.call('POST', `/projects/${project.name}/lanes/${laneId}:${verb}`);

/** Keeps the worker running, to leave out its start. */
async function round(parts: Parts, writes: number): Promise<Round> {
  const { subject } = parts;
  const watch = () => watchCpu(subject, ['write-gateway', 'write-worker', 'notification']);
  await turn(parts, 'pause');
  const endAccepting = await watch();
  const accepted = await accept(parts, writes);
  const accepting = await endAccepting();
  const endDraining = await watch();
  await turn(parts, 'resume');
  await drained(subject, { announced: true });
  const draining = await endDraining();
  const seconds = await secondsFromFirstAttempt(subject.pool, accepted.operationIds);
  return {
    accepted: accepted.perSecond,
    drained: writes / seconds,
    acceptCpu: perThousand(accepting, writes)['all'] ?? 0,
    drainCpu: perThousand(draining, writes)['all'] ?? 0,
  };
}

async function accept({ subject, project, accounts, load, written }: Parts, writes: number) {
  const accepted = await load.send({
    ...writeLoad(subject, project, accounts),
    from: written.length,
    pace: { kind: 'count', count: writes },
  });
  written.push(...accepted.operationIds);
  return accepted;
}
