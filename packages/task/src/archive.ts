import type { Prisma } from '@writ/db';
import type { StoredTask } from './task.ts';

type TaskKey = Pick<StoredTask, 'projectId' | 'id'>;

/** After the end of its task. */
export const archiveKeptMs = 24 * 3_600_000;

/** Stores the lines of a step as one chunk, in the step's transaction. */
export async function addChunk(
  prisma: Prisma.TransactionClient,
  { projectId, id: taskId, steps: step }: TaskKey & Pick<StoredTask, 'steps'>,
  lines: readonly object[],
): Promise<void> {
  if (lines.length === 0) return;
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await prisma.taskChunk.create({ data: { projectId, taskId, step, content } });
}

/** An archive has at least one chunk while it is kept. */
export const hasArchive = async (prisma: Prisma.TransactionClient, task: TaskKey): Promise<boolean> =>
  (await nextChunk(prisma, task, -1)) !== undefined;

/**
 * In order; each is read when its predecessor was taken.
 * @throws Error at the end if the archive was removed meanwhile
 */
export async function* archiveChunks(
  prisma: Prisma.TransactionClient,
  task: TaskKey,
): AsyncGenerator<string> {
  let missing = await prisma.taskChunk.count({ where: { projectId: task.projectId, taskId: task.id } });
  for (let step = -1; ;) {
    const chunk = await nextChunk(prisma, task, step);
    if (!chunk) break;
    yield chunk.content;
    step = chunk.step;
    missing -= 1;
  }
  if (missing > 0) throw new Error('The archive was removed while it was read.');
}

const nextChunk = async (
  prisma: Prisma.TransactionClient,
  { projectId, id: taskId }: TaskKey,
  step: number,
) =>
  (await prisma.taskChunk.findFirst({
    where: { projectId, taskId, step: { gt: step } },
    orderBy: { step: 'asc' },
  })) ?? undefined;

/** Removes chunks of tasks that ended more than `ageMs` ago; returns their number. */
export const removeArchives = (
  prisma: Prisma.TransactionClient,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<number> =>
  prisma.$executeRaw`
    DELETE FROM task_chunk WHERE (project_id, task_id, step) IN (
      SELECT c.project_id, c.task_id, c.step FROM task t JOIN task_chunk c ON c.project_id = t.project_id AND c.task_id = t.id
      WHERE t.action = 'export' AND t.end_time < clock_timestamp() - ${ageMs} * interval '1 ms' LIMIT ${limit})`;
