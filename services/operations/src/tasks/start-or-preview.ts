import type { Actor } from '@writ/contracts';
import { accepted, notFound, ok, type Reply } from '@writ/http-kit';
import type { Meant } from '@writ/operation';
import { addTask, momentOf, moreOf, toLeftOut } from '@writ/task';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { inAllForms, withIntegrationId } from '../operations/list-filter.ts';
import { toOperations } from '../operations/list-page.ts';
import type { KindOfTask } from './kind-of-task.ts';

export type ManyDeps = ManagingDeps & { pokeTasks: () => void };

/**
 * Stores what is asked for as a task, or only tells what it would do.
 * @throws Refusal (404) where no integration has the name that was sent
 */
export async function startOrPreview(
  deps: ManyDeps,
  kind: KindOfTask,
  { projectId, filter: asked, dryRun, by }: Meant & { dryRun: boolean; by: Actor },
): Promise<Reply> {
  const filter = await withIntegrationId(deps.prisma, projectId, asked);
  if (!filter) throw unknownIntegration(asked.integrationId);
  const which = { projectId, filter: inAllForms(filter) };
  const createTime = await momentOf(deps.prisma);
  const extent = await kind.extentOf(which, createTime);
  const { count, leftOut } = extent;
  if (dryRun) {
    const examples = await toOperations(deps.prisma, await kind.examples(which));
    return ok({ count, examples, leftOut: toLeftOut(leftOut), ...moreOf(extent) });
  }
  const { action } = kind;
  const passedOver = kind.passedOver(extent);
  const taskId = await deps.transaction((tx) =>
    addTask(tx, { projectId, filter, action, extent, passedOver, createTime }, by),
  );
  deps.pokeTasks();
  return accepted({ taskId, count, ...moreOf(extent) });
}

const unknownIntegration = (name: string | undefined) =>
  notFound('query', 'integrationId', name, 'The project has no integration with this name.');
