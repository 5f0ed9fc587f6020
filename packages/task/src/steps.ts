import type { TaskAction } from '@writ/contracts';
import { columnsOf, databaseTime, Prisma, type Transaction } from '@writ/db';
import { addChunk } from './archive.ts';
import {
  plus,
  removesOrExports,
  sumOf,
  toStoredTask,
  type Extent,
  type LeftOut,
  type StoredTask,
} from './task.ts';

export type StepEnd = {
  /** Ids of what it did. */
  done: readonly string[];
  leftOut: LeftOut;
  /** Operations that it removed: they are counted as done, without their ids. */
  removed?: number;
  /** Lines for the task's archive; each counts as done. */
  lines?: readonly object[];
  /**
   * The last id that it looked at; `again`: everything is looked at once more; `waitMs`: the same after a
   * while, with `leftOut` as what holds it; `part`: another part begins; `end`: nothing is left.
   */
  next: { afterId: string } | 'again' | { waitMs: number } | { part: number } | 'end';
  /** At the end: the filter without what must not stay. */
  filter?: object;
  /** Of a step that only counts. */
  counted?: Extent;
};

/**
 * Stores the result in the step's transaction.
 * @throws StepLost if another process made the step or the task was stopped
 */
export type NoteStep = (tx: Transaction, end: StepEnd) => Promise<void>;

/** Undoes the step. */
export class StepLost extends Error {}

/** By how much times that were rounded up may lie ahead. */
const roundedMs = 2;

/** Before the ids of all projects. */
export const noProject = '00000000-0000-0000-0000-000000000000';

/**
 * The running task whose turn it is: of the project that follows by id, the task whose last turn is the
 * longest ago. The turn of a task that waits is in the future.
 */
export async function nextTask(
  prisma: Prisma.TransactionClient,
  { actions, parts, after }: { actions: readonly TaskAction[]; parts: readonly number[]; after: string },
): Promise<StoredTask | undefined> {
  const firstOf = (projects: Prisma.Sql) => Prisma.sql`SELECT * FROM (
    SELECT project_id, id FROM task WHERE state = 'running' AND turn_time < clock_timestamp() + ${roundedMs} * interval '1 ms'
      AND (action, part) IN (SELECT * FROM unnest(${actions}::text[], ${parts}::int[])) AND project_id ${projects}
    ORDER BY project_id, turn_time LIMIT 1 FOR UPDATE SKIP LOCKED) AS first`;
  const [row] = await prisma.$queryRaw<Prisma.TaskModel[]>`
    UPDATE task t SET turn_time = clock_timestamp()
    FROM (
      ${firstOf(Prisma.sql`> ${after}::uuid`)} UNION ALL ${firstOf(Prisma.sql`<= ${after}::uuid`)} LIMIT 1) AS next
    WHERE t.project_id = next.project_id AND t.id = next.id
    RETURNING ${columnsOf('t', Prisma.TaskScalarFieldEnum)}`;
  return row && toStoredTask(row);
}

/**
 * Changes counts together with what they count. The step's number is the fence: a repeated step counts once.
 */
export const noteStepOf =
  (task: StoredTask): NoteStep =>
  async ({ prisma }, end) => {
    const { projectId, id: taskId, steps } = task;
    const { done, removed = 0, lines = [], counted, next, filter } = end;
    const hasNoResults = removesOrExports(task.action);
    const now = await databaseTime(prisma);
    const waits = typeof next === 'object' && 'waitMs' in next;
    const soFar = {
      done: task.done + done.length + removed + lines.length,
      // What holds an erasure may be gone at its next step.
      leftOut: hasNoResults ? end.leftOut : plus(task.leftOut, end.leftOut),
    };
    const { count } = await prisma.task.updateMany({
      where: { projectId, id: taskId, steps, state: 'running' },
      data: {
        ...soFar,
        ...(counted && countedSoFar(task, counted)),
        ...(next === 'end'
          ? { state: 'done', endTime: now, ...(!hasNoResults && { leftOut: withChanged(task, soFar) }) }
          : placeOf(task, next)),
        ...(waits && { turnTime: new Date(now.getTime() + next.waitMs) }),
        ...(filter && { filter }),
        steps: steps + 1,
        updateTime: now,
      },
    });
    if (count === 0) throw new StepLost('The task was stopped, or its step was made by another process.');
    await addChunk(prisma, task, lines);
    if (done.length === 0) return;
    await prisma.taskItem.createMany({ data: done.map((id) => ({ projectId, taskId, id })) });
  };

function placeOf({ afterId, part }: StoredTask, next: Exclude<StepEnd['next'], 'end'>) {
  if (next === 'again') return { afterId: null };
  if ('part' in next) return { afterId: null, part: next.part };
  return 'waitMs' in next ? { afterId, part } : { afterId: next.afterId };
}

const countedSoFar = (task: StoredTask, { count, leftOut, countedTo }: Extent) => ({
  count: (task.count ?? 0) + count,
  matched: (task.matched ?? 0) + count + sumOf(leftOut),
  countedTo: countedTo ?? null,
});

/** At the end, matches that no step met have changed meanwhile. */
function withChanged(
  { matched }: StoredTask,
  { done, leftOut }: Pick<StoredTask, 'done' | 'leftOut'>,
): LeftOut {
  return plus(leftOut, { changed: Math.max(0, (matched ?? 0) - done - sumOf(leftOut)) });
}
