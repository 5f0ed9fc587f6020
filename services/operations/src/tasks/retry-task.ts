import type { Operation } from '@writ/contracts';
import { findInstallationsNow } from '@writ/installation';
import {
  countFailed,
  countRunning,
  findOperation,
  listRetryable,
  newestRetryable,
  type FailedAlike,
} from '@writ/operation';
import { itemsPerStep, toExtent, type Extent, type LeftOut, type Meant, type FilteredWork } from '@writ/task';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { whyNotRetried } from '../managing/plan-retry.ts';
import { retry } from '../managing/retry.ts';
import { meantOperations } from '../operations/list-filter.ts';
import { toOperations } from '../operations/list-page.ts';

/** Newest operations searched for examples. */
const searched = 50;

export const retryTask = (deps: ManagingDeps): FilteredWork<Operation> => ({
  action: 'retry',
  count: (which, afterId) => count(deps, which, afterId),
  passedOver,
  examples: (which, limit) => examples(deps, which, limit),
  step: async (stored, note) => {
    const task = meantOperations(stored);
    const { operations, next } = await listRetryable(deps.prisma, task, itemsPerStep);
    await retry(deps, operations, {
      requestId: task.requestId,
      note: (tx, came) => note(tx, { ...came, next }),
    });
  },
});

/** Steps meet only failed operations that were not retried and match. */
const passedOver = ({ leftOut: { running, synchronous, retriedBefore, cancelled } }: Extent): LeftOut => ({
  ...(running !== undefined && { running }),
  ...(synchronous !== undefined && { synchronous }),
  ...(retriedBefore !== undefined && { retriedBefore }),
  ...(cancelled !== undefined && { cancelled }),
});

/** The first part also counts running ones. */
async function count(
  { prisma, pool }: ManagingDeps,
  given: Meant,
  afterId: string | undefined,
): Promise<Extent> {
  const which = meantOperations(given);
  const part = afterId === undefined ? {} : { afterId, statements: 1 };
  const [running, { alike, countedTo }] = await Promise.all([
    afterId === undefined ? countRunning(prisma, which, which.createTime) : 0,
    countFailed(prisma, which, which.createTime, part),
  ]);
  const reasonOf = await reasonsOf(
    pool,
    alike.filter(({ reason }) => reason === null),
  );
  const counted = alike.map((some) => ({
    count: some.count,
    reason: some.reason ?? reasonOf(some) ?? null,
  }));
  return { ...toExtent([{ reason: 'running', count: running }, ...counted]), countedTo };
}

async function examples({ prisma, pool }: ManagingDeps, which: Meant, limit: number): Promise<Operation[]> {
  const newest = await newestRetryable(prisma, meantOperations(which), searched);
  const reasonOf = await reasonsOf(pool, newest);
  const could = newest.filter((one) => reasonOf(one) === undefined);
  const rows = await Promise.all(
    could.slice(0, limit).map(({ id }) => findOperation(prisma, which.projectId, id)),
  );
  return toOperations(
    prisma,
    rows.flatMap((row) => row ?? []),
  );
}

/** Why they cannot be retried for their installations as they are now. */
async function reasonsOf(pool: ManagingDeps['pool'], failed: readonly Pick<FailedAlike, 'installationId'>[]) {
  const now = await findInstallationsNow(
    pool,
    failed.map(({ installationId }) => installationId),
  );
  return (one: Omit<FailedAlike, 'count'>) => whyNotRetried(one, now.get(one.installationId));
}
