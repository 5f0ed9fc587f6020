import type { Account } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { LoadResult } from '../load/load-task.ts';
import { isDrained, isOutboxEmpty } from './operations-table.ts';
import { writeLoad, type Bench, type Subject } from './start-bench.ts';

const limitMs = 600_000;

/** Waits for empty lanes and, if `announced`, for every event. */
export const drained = (
  { pool }: Pick<Subject, 'pool'>,
  { announced = false, withinMs = limitMs } = {},
): Promise<unknown> =>
  eventually(async () => (await isDrained(pool)) && (!announced || (await isOutboxEmpty(pool))), {
    withinMs,
    everyMs: 100,
  });

/** Accepts writes while the workers are stopped; `goOn` starts them. */
export async function backlogOf(
  { subject, project, load }: Pick<Bench, 'subject' | 'project' | 'load'>,
  accounts: readonly Account[],
  { count, from = 0, bodies }: { count: number; from?: number; bodies?: string[] },
): Promise<{ accepted: LoadResult; goOn: () => Promise<unknown> }> {
  const workers = subject.stack.replicas['write-worker'];
  await Promise.all(workers.map((worker) => worker.stop()));
  const accepted = await load.send({
    ...writeLoad(subject, project, accounts),
    ...(bodies && { bodies }),
    from,
    pace: { kind: 'count', count },
  });
  return { accepted, goOn: () => Promise.all(workers.map((worker) => worker.restart())) };
}
