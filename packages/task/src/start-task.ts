import type { Actor, Task } from '@writ/contracts';
import type { Database } from '@writ/db';
import { addTask, momentOf } from './add-task.ts';
import type { FilteredWork } from './run-tasks.ts';
import { toLeftOut, type Extent, type Meant } from './task.ts';

const mostExamples = 5;

type Asked = { projectId: string; filter: object };
type More = { more?: true };

/** Stores a task for all that match and lets it start; returns how many match, as far as a request counts. */
export async function startTask(
  deps: Pick<Database, 'prisma' | 'transaction'> & { pokeTasks: () => void },
  work: FilteredWork<unknown>,
  { by, ...asked }: Asked & { by: Actor },
): Promise<{ taskId: string; count: number } & More> {
  const which = await meantNow(deps, asked);
  const extent = await work.count(which);
  const { action } = work;
  const passedOver = work.passedOver?.(extent) ?? {};
  const taskId = await deps.transaction((tx) => addTask(tx, { ...which, action, extent, passedOver }, by));
  deps.pokeTasks();
  return { taskId, count: extent.count, ...moreOf(extent) };
}

/** What such a task would do now, with the newest examples. */
export async function previewTask<Example>(
  deps: Pick<Database, 'prisma'>,
  work: FilteredWork<Example>,
  asked: Asked,
): Promise<{ count: number; examples: readonly Example[]; leftOut: Task['leftOut'] } & More> {
  const which = await meantNow(deps, asked);
  const extent = await work.count(which);
  const examples = await work.examples(which, mostExamples);
  return { count: extent.count, examples, leftOut: toLeftOut(extent.leftOut), ...moreOf(extent) };
}

const meantNow = async ({ prisma }: Pick<Database, 'prisma'>, asked: Asked): Promise<Meant> => ({
  ...asked,
  createTime: await momentOf(prisma),
});

/** There may be more than were counted. */
const moreOf = ({ countedTo }: Extent): More => (countedTo === undefined ? {} : { more: true });
