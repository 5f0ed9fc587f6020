import { installAccounts, openProject, sandboxAt } from '@writ/stack';
import { everyBatchEnded, wholeBatches } from '../subject/whole-batches.ts';
import type { BenchContext } from '../benchmark.ts';
import { startLoad } from '../load/load-process.ts';
import { drained } from '../subject/backlog.ts';
import { writeLoad } from '../subject/start-bench.ts';
import { writtenOnce } from '../subject/written-once.ts';
import { boundOf, type Cell, type MeasuredCell } from './cell.ts';
import type { Held } from './held.ts';
import type { ScalePart } from './scale-part.ts';
import { gatewayGoals } from './scale-report.ts';

const connections = 64;
const warmUpWrites = 2_000;
/** Longer than the run: every batch is to be closed by its hundredth record. */
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
  const sandbox = sandboxAt(subject.stack.sandboxUrl);
  const load = await startLoad(context.closing);
  let projects = 0;
  return async (cell, size) => {
    await sandbox.reset();
    projects += 1;
    const project = await openProject(subject.management, `bench-${projects}`);
    const accounts = await installAccounts(project, sandbox, cell.width);
    const records = wholeBatches(size, cell.width);
    const writes = writeLoad(subject, project, accounts, {
      mode: 'asynchronous',
      autoBatchPolicy: { maxDelayMinutes },
    });
    await subject.pool.query('VACUUM (ANALYZE)');
    await subject.pool.query('CHECKPOINT');
    await held.hold(cell.share);
    const endWatch = await held.watch({ load: load.pid });
    const pace = { kind: 'count', count: records } as const;
    const { operationIds, perSecond } = await load.send({ ...writes, connections, from: 0, pace });
    const use = await endWatch();
    await held.hold(undefined);
    await drained(subject);
    return {
      ...cell,
      units: records,
      perSecond,
      use,
      bound: boundOf(cell, use, 'gateways'),
      checks: [
        await everyBatchEnded(subject, operationIds, records),
        await writtenOnce(sandbox, accounts, records),
      ],
    };
  };
}
