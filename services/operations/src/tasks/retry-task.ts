import type { LeftOutReason } from '@writ/contracts';
import { findInstallationsNow } from '@writ/installation';
import {
  countFailed,
  countRunning,
  findOperation,
  listRetryable,
  newestRetryable,
  type CountedFailed,
  type FailedAlike,
  type Meant,
  type OperationRow,
} from '@writ/operation';
import { goesOnCounting, toExtent, type Extent, type LeftOut, type NoteStep } from '@writ/task';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { whyNotRetried } from '../managing/plan-retry.ts';
import { retry } from '../managing/retry.ts';
import { mostExamples, operationsPerStep, taskOfStep, type KindOfTask } from './kind-of-task.ts';

/** So many of the newest are looked at for examples. */
const lookedAt = 50;

/** Tries the failed records of all ended operations that match again. */
export const retryTask = (deps: ManagingDeps): KindOfTask => ({
  action: 'retry',
  extentOf: async (which, at) => {
    const [running, failed] = await Promise.all([
      countRunning(deps.prisma, which, at),
      countFailed(deps.prisma, which, at),
    ]);
    return extentOf(deps, failed, running);
  },
  passedOver,
  examples: (which) => examples(deps, which),
  step: async (stored, note) => {
    const task = taskOfStep(stored);
    const countedTo = goesOnCounting(task);
    if (countedTo !== undefined) return countOn(deps, { ...task, countedTo }, note);
    const { operations, next } = await listRetryable(deps.prisma, task, operationsPerStep);
    await retry(deps, operations, {
      requestId: task.requestId,
      note: (tx, came) => note(tx, { ...came, next }),
    });
  },
});

/** Steps meet what has failed, was not tried again, and is asked for. */
const passedOver = ({ leftOut: { running, synchronous, retriedBefore, cancelled } }: Extent): LeftOut => ({
  ...(running !== undefined && { running }),
  ...(synchronous !== undefined && { synchronous }),
  ...(retriedBefore !== undefined && { retriedBefore }),
  ...(cancelled !== undefined && { cancelled }),
});

/**
 * Counts on behind those that the request has counted. Nothing is tried again before all are counted: it would count as
 * tried before.
 */
async function countOn(
  deps: ManagingDeps,
  task: ReturnType<typeof taskOfStep> & { countedTo: string },
  note: NoteStep,
): Promise<void> {
  const { countedTo: afterId, createTime } = task;
  const failed = await countFailed(deps.prisma, task, createTime, { afterId, statements: 1 });
  const counted = await extentOf(deps, failed);
  await deps.transaction((tx) =>
    note(tx, { done: [], leftOut: passedOver(counted), next: 'again', counted }),
  );
}

async function extentOf(
  deps: ManagingDeps,
  { alike, countedTo }: CountedFailed,
  running = 0,
): Promise<Extent> {
  const extent = toExtent([{ reason: 'running', count: running }, ...(await withReasons(deps, alike))]);
  return { ...extent, countedTo };
}

type Counted = { reason: LeftOutReason | null; count: number };

async function withReasons(deps: ManagingDeps, failed: readonly FailedAlike[]): Promise<readonly Counted[]> {
  const left = failed.filter(({ reason }) => reason === null);
  const now = await findInstallationsNow(
    deps.pool,
    left.map(({ installationId }) => installationId),
  );
  return failed.map((some) => ({
    count: some.count,
    reason: some.reason ?? whyNotRetried(some, now.get(some.installationId)) ?? null,
  }));
}

async function examples(deps: ManagingDeps, which: Meant): Promise<readonly OperationRow[]> {
  const newest = await newestRetryable(deps.prisma, which, lookedAt);
  const now = await findInstallationsNow(
    deps.pool,
    newest.map(({ installationId }) => installationId),
  );
  const could = newest.filter((one) => whyNotRetried(one, now.get(one.installationId)) === undefined);
  const rows = await Promise.all(
    could.slice(0, mostExamples).map(({ id }) => findOperation(deps.prisma, which.projectId, id)),
  );
  return rows.flatMap((row) => row ?? []);
}
