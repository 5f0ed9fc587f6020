import type { Actor, LeftOutReason, TaskAction, TaskState } from '@writ/contracts';
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

/** What would be done, or is to be done: with how many, and how many are left out. */
export type Extent = { count: number; leftOut: LeftOut };

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
