import {
  leftOutReasons,
  type Actor,
  type LeftOutReason,
  type Task,
  type TaskAction,
  type TaskState,
} from '@writ/contracts';
import type { Prisma } from '@writ/db';

export type LeftOut = Partial<Record<LeftOutReason, number>>;

/** The request's id is a column of its own. */
export type Asker = Omit<Actor, 'requestId' | 'action'>;

export type StoredTask = Omit<Prisma.TaskModel, 'action' | 'state' | 'leftOut' | 'by' | 'filter'> & {
  action: TaskAction;
  state: TaskState;
  filter: Prisma.JsonObject;
  leftOut: LeftOut;
  by: Asker | null;
};

/** Such a task has no results: it removes or exports everything about something. */
export const removesOrExports = (action: TaskAction): boolean =>
  action === 'erase' || action === 'eraseProject' || action === 'export';

export type Meant = Pick<StoredTask, 'projectId' | 'filter' | 'createTime'>;

export const toStoredTask = (row: Prisma.TaskModel): StoredTask => row as unknown as StoredTask;

/** To be done, and left out. `countedTo`: where counting ended, if there may be more. */
export type Extent = { count: number; leftOut: LeftOut; countedTo?: string | undefined };

/**
 * Where a task continues counting before it begins. One that an earlier release began does not: it would
 * count its own results.
 */
export const goesOnCounting = ({
  countedTo,
  done,
  afterId,
}: Pick<StoredTask, 'countedTo' | 'done' | 'afterId'>): string | undefined =>
  done === 0 && afterId === null ? (countedTo ?? undefined) : undefined;

export const sumOf = (leftOut: LeftOut): number =>
  Object.values(leftOut).reduce((sum, count) => sum + count, 0);

export function plus(one: LeftOut, other: LeftOut): LeftOut {
  const sum = { ...one };
  for (const [reason, count] of Object.entries(other) as [LeftOutReason, number][])
    if (count > 0) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

export const countReasons = (reasons: Iterable<LeftOutReason>): LeftOut => {
  const counts: LeftOut = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
};

/** Null counts what can be done. */
export function toExtent(rows: readonly { reason: LeftOutReason | null; count: number }[]): Extent {
  const extent: Extent = { count: 0, leftOut: {} };
  for (const { reason, count } of rows) {
    if (reason === null) extent.count += count;
    else extent.leftOut[reason] = (extent.leftOut[reason] ?? 0) + count;
  }
  return extent;
}

/** The largest first. */
export const toLeftOut = (leftOut: LeftOut): Task['leftOut'] =>
  (Object.entries(leftOut) as [LeftOutReason, number][])
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({ reason, count, detail: leftOutReasons[reason] }));
