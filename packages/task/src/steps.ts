import type { TaskAction } from '@writ/contracts';
import { columnsOf, databaseTime, Prisma, type Transaction } from '@writ/db';
import { plus, sumOf, toStoredTask, type Extent, type LeftOut, type StoredTask } from './task.ts';

/** What a step came to. */
export type StepEnd = {
  /** Ids of what came of it. */
  done: readonly string[];
  leftOut: LeftOut;
  /** The last that was looked at; `again`: all are looked through once more; `end`: there was nothing left. */
  next: { afterId: string } | 'again' | 'end';
  /** Of a step that only counted: what it found behind those that were counted before. */
  counted?: Extent;
};

/** Notes in the transaction of a step what it came to. @throws StepLost where another made it, or the task was stopped */
export type NoteStep = (tx: Transaction, end: StepEnd) => Promise<void>;

/** The step is to be undone: the task was stopped meanwhile, or another process made it. */
export class StepLost extends Error {}

/** Before the ids of all projects. */
export const noProject = '00000000-0000-0000-0000-000000000000';

/**
 * A running task of the project that follows in the order of ids; of its tasks the one whose last turn is the longest ago. It
 * has its turn now: neither a long task nor a project with very many keeps others waiting.
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

/** Notes steps of this task: counts change together with what is counted, and a step that is made twice counts once. */
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

/** At the end, what matched when it was asked for and was met by no step has changed meanwhile. */
function withChanged(
  { matched }: StoredTask,
  { done, leftOut }: Pick<StoredTask, 'done' | 'leftOut'>,
): LeftOut {
  return plus(leftOut, { changed: Math.max(0, (matched ?? 0) - done - sumOf(leftOut)) });
}
