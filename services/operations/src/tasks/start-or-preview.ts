import type { Actor, Operation } from '@writ/contracts';
import { accepted, ok, type Reply } from '@writ/http';
import { notFound } from '@writ/problems';
import type { Meant } from '@writ/operation';
import { previewTask, startTask, type FilteredWork } from '@writ/task';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { withIntegrationId } from '../operations/list-filter.ts';

export type ManyDeps = ManagingDeps & { pokeTasks: () => void };

/** @throws Refusal (404) if no integration has the name in the filter */
export async function startOrPreview(
  deps: ManyDeps,
  work: FilteredWork<Operation>,
  { projectId, filter: asked, dryRun, by }: Meant & { dryRun: boolean; by: Actor },
): Promise<Reply> {
  const filter = await withIntegrationId(deps.prisma, projectId, asked);
  if (!filter) throw unknownIntegration(asked.integrationId);
  return dryRun
    ? ok(await previewTask(deps, work, { projectId, filter }))
    : accepted(await startTask(deps, work, { projectId, filter, by }));
}

const unknownIntegration = (name: string | undefined) =>
  notFound('query', 'integrationId', name, 'The project has no integration with this name.');
