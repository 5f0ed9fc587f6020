import type { BenchContext } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import { drained } from '../subject/backlog.ts';
import { writeLoad } from '../subject/start-bench.ts';
import { everyBatchEnded, wholeBatches } from '../subject/whole-batches.ts';
import { writtenOnce } from '../subject/written-once.ts';
import { boundOf, type Cell, type MeasuredCell } from './cell.ts';
import type { Held } from './held.ts';
import type { ScalePart } from './scale-part.ts';
import { gatewayGoals } from './scale-report.ts';

const warmUpWrites = 2_000;
/** Longer than the run, so that every batch closes at its hundredth record. */
const maxDelayMinutes = 60;

export const gateways: ScalePart = {
  service: 'write-gateway',
  words: { processes: 'gateways', width: 'installations', units: 'records' },
  goals: gatewayGoals,
  start: async (context, held) => {
    const accept = await accepting(context, held);
    return {
      warmUp: async () => {
        const processes = held.measured.length;
        await accept({ processes, width: 1, share: undefined }, warmUpWrites * processes);
      },
      measure: accept,
    };
  },
};

async function accepting(
  context: BenchContext,
  held: Held,
): Promise<(cell: Cell, size: number) => Promise<MeasuredCell>> {
  const { subject } = held;
  const load = await startLoad(context.closing);
  return async (cell, size) => {
    const { project, sandbox, accounts } = await held.newProject(cell.width);
    const records = wholeBatches(size, cell.width);
    const way = { mode: 'asynchronous', autoBatchPolicy: { maxDelayMinutes } } as const;
    const writes = writeLoad(subject, project, accounts, way);
    const send = () => load.send({ ...writes, pace: { kind: 'count', count: records } });
    const { use, result } = await held.measure(cell.share, send, load.pid);
    await drained(subject);
    return {
      ...cell,
      units: records,
      perSecond: result.perSecond,
      use,
      bound: boundOf(cell, use, 'gateways'),
      checks: [
        await everyBatchEnded(subject, result.operationIds, records),
        await writtenOnce(sandbox, accounts, records),
      ],
    };
  };
}
