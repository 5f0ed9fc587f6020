import type { TaskAction } from '@writ/contracts';
import { columnsOf, databaseTime, Prisma, type Transaction } from '@writ/db';
import { plus, sumOf, toStoredTask, type Extent, type LeftOut, type StoredTask } from './task.ts';

/** The result of a step. */
export type StepEnd = {
  /** Ids of what it did. */
  done: readonly string[];
  leftOut: LeftOut;
  /** The last id that it looked at; `again`: everything is looked at once more; `end`: nothing is left. */
  next: { afterId: string } | 'again' | 'end';
  /** Of a step that only counts. */
  counted?: Extent;
};

/**
 * Stores the result in the step's transaction.
 *
 * @throws StepLost if another process made the step or the task was stopped
 */
export type NoteStep = (tx: Transaction, end: StepEnd) => Promise<void>;

/** Undoes the step. */
export class StepLost extends Error {}

/** Before the ids of all projects. */
export const noProject = '00000000-0000-0000-0000-000000000000';

/**
 * The running task whose turn it is: of the project that follows by id, the task whose last turn is the longest ago.
 */
export async function nextTask(
  prisma: Prisma.TransactionClient,
  { actions, after }: { actions: readonly TaskAction[]; after: string },
): Promise<StoredTask | undefined> {
  const firstOf = (projects: Prisma.Sql) => Prisma.sql`SELECT * FROM (
    SELECT project_id, id FROM task WHERE state = 'running' AND action = ANY (${actions}) AND project_id ${projects}
    ORDER BY project_id, turn_time LIMIT 1 FOR UPDATE SKIP LOCKED) AS first`;
  const [row] = await prisma.$queryRaw<Prisma.TaskModel[]>`
    UPDATE task t SET turn_time = clock_timestamp()
    FROM (
      ${firstOf(Prisma.sql`> ${after}::uuid`)} UNION ALL ${firstOf(Prisma.sql`<= ${after}::uuid`)} LIMIT 1) AS next
    WHERE t.project_id = next.project_id AND t.id = next.id
    RETURNING ${columnsOf('t', Prisma.TaskScalarFieldEnum)}`;
  return row && toStoredTask(row);
}

/** Changes counts together with what they count. The step's number is the fence: a repeated step counts once. */
export const noteStepOf =
  (task: StoredTask): NoteStep =>
  async ({ prisma }, { done, leftOut, next, counted }) => {
    const { projectId, id: taskId, steps } = task;
    const now = await databaseTime(prisma);
    const soFar = { done: task.done + done.length, leftOut: plus(task.leftOut, leftOut) };
    const { count } = await prisma.task.updateMany({
      where: { projectId, id: taskId, steps, state: 'running' },
      data: {
        ...soFar,
        ...(counted && countedSoFar(task, counted)),
        ...(next === 'end'
          ? { state: 'done', endTime: now, leftOut: withChanged(task, soFar) }
          : { afterId: next === 'again' ? null : next.afterId }),
        steps: steps + 1,
        updateTime: now,
      },
    });
    if (count === 0) throw new StepLost('The task was stopped, or its step was made by another process.');
    if (done.length === 0) return;
    await prisma.taskItem.createMany({ data: done.map((id) => ({ projectId, taskId, id })) });
  };

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
