import type { Verdict } from '@writ/test-kit/laboratory';
import type { BenchContext } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import { drained } from '../subject/backlog.ts';
import { everyOneSucceeded, secondsFromFirstAttempt } from '../subject/operations-table.ts';
import { writeLoad } from '../subject/start-bench.ts';
import { writtenOnce } from '../subject/written-once.ts';
import { boundOf } from './cell.ts';
import type { Held } from './held.ts';
import { orderedUpdates } from './ordered-updates.ts';
import type { ScalePart } from './scale-part.ts';
import { workerGoals } from './scale-report.ts';

/** Per worker, until its code is optimized, which takes long on a quarter of a core. */
const warmUpWrites = 4_000;
const warmUpWidths = [1, 20, 200];
const leastPerSecond = 25;

export const workers: ScalePart = {
  service: 'write-worker',
  words: { processes: 'workers', width: 'accounts', units: 'writes' },
  goals: workerGoals,
  start: async (context, held) => {
    const backlog = await backlogBefore(context, held);
    const allDone = (writes: number) =>
      drained(held.subject, { announced: true, withinMs: (writes / leastPerSecond) * 1000 });
    return {
      warmUp: async () => {
        for (const width of warmUpWidths) {
          const { ids, goOn } = await backlog(width, warmUpWrites * held.measured.length);
          goOn();
          await allDone(ids.length);
        }
      },
      measure: async (cell, size) => {
        const { ids, goOn, check } = await backlog(cell.width, size);
        const { use } = await held.measure(cell.share, () => {
          goOn();
          return allDone(ids.length);
        });
        const seconds = await secondsFromFirstAttempt(held.subject.pool, ids);
        return {
          ...cell,
          units: ids.length,
          perSecond: ids.length / seconds,
          use,
          bound: boundOf(cell, use, 'workers'),
          checks: await check(),
        };
      },
    };
  },
};

type Backlog = { ids: readonly string[]; goOn: () => void; check: () => Promise<Verdict[]> };

async function backlogBefore(
  context: BenchContext,
  held: Held,
): Promise<(width: number, size: number) => Promise<Backlog>> {
  const { subject } = held;
  const [load, second] = [await startLoad(context.closing), await startLoad(context.closing)];
  return async (width, size) => {
    const { project, sandbox, accounts } = await held.newProject(width);
    const updates = await orderedUpdates(sandbox, accounts);
    const goOn = await held.freeze();
    const creates = writeLoad(subject, project, accounts);
    const { bodies, count } = updates;
    const accepted = await Promise.all([
      load.send({ ...creates, pace: { kind: 'count', count: size } }),
      second.send({ ...creates, bodies, connections: 1, pace: { kind: 'count', count } }),
    ]);
    const ids = accepted.flatMap(({ operationIds }) => operationIds);
    return {
      ids,
      goOn,
      check: async () => [
        await everyOneSucceeded(subject.pool, ids, size + count),
        await writtenOnce(sandbox, accounts, size, updates.recordIds),
        await updates.inOrder(),
      ],
    };
  };
}
