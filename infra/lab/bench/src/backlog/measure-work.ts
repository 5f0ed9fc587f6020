import type { Sandbox } from '@writ/stack';
import type { LoadResult } from '../load/load-task.ts';
import { summarizeLatencies } from '../measure/latencies.ts';
import { renderNumber } from '../report/render-table.ts';
import { writtenAfterMs } from '../subject/operations-table.ts';
import { drained } from '../subject/backlog.ts';
import { watchMemory } from '../subject/watch-memory.ts';
import { writeLoad } from '../subject/start-bench.ts';
import { bodiesOf } from './bodies.ts';
import { callsUntilWritten, summarizeCalls, type JournalCall } from './calls.ts';
import type { MeasuredWork } from './cases.ts';
import { checkWork } from './check-work.ts';
import { layGround, type Ground } from './lay-ground.ts';
import type { Bed } from './start-bed.ts';
import type { Work } from './work.ts';

const leastLimitMs = 60_000;
/** Single calls of the smallest share take 0.11 s each. */
const limitMsOfRecord = 200;

export async function measureWork(
  bed: Bed,
  work: Work,
  { name, tell }: { name: string; tell: (line: string) => void },
): Promise<MeasuredWork> {
  const { subject, sandbox } = bed;
  const ground = await layGround(bed, work, name);
  const before = await journals(sandbox, ground);
  tell(`${work.title}: ${work.records} writes.`);
  const { operationIds, workerMb } = await writeAll(bed, work, ground);
  const all = await journals(sandbox, ground);
  const calls = all.map((entries, place) => entries.slice(before[place]?.length ?? 0));
  const summary = summarizeCalls(calls);
  tell(`${work.title}: ${summary.calls} calls, ${renderNumber(summary.seconds)} s.`);
  return {
    ...work,
    ...summary,
    workerMb,
    latency: summarizeLatencies(await writtenAfterMs(subject.pool, operationIds)),
    later: callsUntilWritten(work.type === 'update' ? calls.flat() : []),
    check: await checkWork(bed, work, ground, { operationIds, calls }),
  };
}

async function writeAll(
  bed: Bed,
  work: Work,
  { project, accounts, from }: Ground,
): Promise<LoadResult & { workerMb: number }> {
  const { subject, load, startWorker } = bed;
  const task = {
    ...writeLoad(subject, project, accounts),
    bodies: bodiesOf(work, accounts),
    from,
  };
  const { records, perSecond } = work;
  const early = perSecond === undefined ? undefined : await startWorker(work);
  const sent = await load.send({
    ...task,
    pace:
      perSecond === undefined
        ? { kind: 'count', count: records }
        : { kind: 'open', perSecond, seconds: records / perSecond },
  });
  // Postgres does so within a minute.
  if (!early) await subject.pool.query('ANALYZE');
  const worker = early ?? (await startWorker(work));
  const watch = watchMemory({ worker });
  await drained(subject, { announced: true, withinMs: leastLimitMs + records * limitMsOfRecord });
  const { worker: workerMb = 0 } = await watch.end();
  await worker.stop();
  return { ...sent, workerMb };
}

/** One account at a time: all bodies together are a very long text. */
async function journals(sandbox: Sandbox, { accounts }: Ground): Promise<JournalCall[][]> {
  const found: JournalCall[][] = [];
  for (const { account } of accounts) found.push(await sandbox.journal(account));
  return found;
}
