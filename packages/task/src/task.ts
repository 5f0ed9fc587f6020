import {
  leftOutReasons,
  type Actor,
  type LeftOutReason,
  type Task,
  type TaskAction,
  type TaskState,
} from '@writ/contracts';
import type { Prisma } from '@writ/db';

/** How many are left out, by reason. */
export type LeftOut = Partial<Record<LeftOutReason, number>>;

/** Who asked, as it is kept: its request is kept beside it. */
export type Asker = Omit<Actor, 'requestId' | 'action'>;

/** What was asked for all that match a filter. */
export type StoredTask = Omit<Prisma.TaskModel, 'action' | 'state' | 'leftOut' | 'by' | 'filter'> & {
  action: TaskAction;
  state: TaskState;
  filter: Prisma.JsonObject;
  leftOut: LeftOut;
  by: Asker | null;
};

/** A row is what it was stored as. */
export const toStoredTask = (row: Prisma.TaskModel): StoredTask => row as unknown as StoredTask;

/**
 * What would be done, or is to be done: with how many, and how many are left out. `countedTo`: the last that was counted,
 * where there may be others behind it.
 */
export type Extent = { count: number; leftOut: LeftOut; countedTo?: string | undefined };

/** Says of an extent that there may be others than those that were counted. */
export const moreOf = ({ countedTo }: Extent): { more?: true } =>
  countedTo === undefined ? {} : { more: true };

/**
 * The last that was counted of a task that has others to count before it begins; undefined where there are none. What a
 * process of an earlier release has begun is counted no more: it would count what the task itself has done.
 */
export const goesOnCounting = ({
  countedTo,
  done,
  afterId,
}: Pick<StoredTask, 'countedTo' | 'done' | 'afterId'>): string | undefined =>
  done === 0 && afterId === null ? (countedTo ?? undefined) : undefined;

export const sumOf = (leftOut: LeftOut): number =>
  Object.values(leftOut).reduce((sum, count) => sum + count, 0);

/** Both together. */
export function plus(one: LeftOut, other: LeftOut): LeftOut {
  const sum = { ...one };
  for (const [reason, count] of Object.entries(other) as [LeftOutReason, number][])
    if (count > 0) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

/** How many there are of each reason. */
export const countReasons = (reasons: Iterable<LeftOutReason>): LeftOut => {
  const counts: LeftOut = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
};

/** Counts by reason; null counts those with which something can be done. */
export function toExtent(rows: readonly { reason: LeftOutReason | null; count: number }[]): Extent {
  const extent: Extent = { count: 0, leftOut: {} };
  for (const { reason, count } of rows) {
    if (reason === null) extent.count += count;
    else extent.leftOut[reason] = (extent.leftOut[reason] ?? 0) + count;
  }
  return extent;
}

/** What is left out as it is answered, the most first. */
export const toLeftOut = (leftOut: LeftOut): Task['leftOut'] =>
  (Object.entries(leftOut) as [LeftOutReason, number][])
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({ reason, count, detail: leftOutReasons[reason] }));
