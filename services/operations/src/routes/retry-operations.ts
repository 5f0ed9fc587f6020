import { countSchema, inputValidationProblemSchema } from '@writ/contracts';
import { accepted, endpoint } from '@writ/http-kit';
import { addTask, countRetryable } from '@writ/operation';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { noBodyRule } from '../managing/no-body-rule.ts';
import { filterParameters } from '../operations/list-filter.ts';

const query = { type: 'object', additionalProperties: false, properties: filterParameters } as const;
const description = `Tries, as for a single one, the failed records of all asynchronous operations that match and were not tried again before.
The answer tells how many there are at this moment; they are accepted step by step after it. Those that cannot be tried again, because their records are kept no longer or their installation is gone, are passed over.`;

/** Try many operations again (Contract §4.7). */
export const retryManyOperations = (deps: Pick<ManagingDeps, 'prisma'> & { pokeTasks: () => void }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/operations\\:retry',
    summary: 'Try all operations that match again',
    access: { scope: 'operations:manage' },
    query,
    rules: noBodyRule,
    answers: { 202: countSchema, 400: inputValidationProblemSchema },
    docs: { description },
    handle: async ({ project, query: filter, requestId }) => {
      const which = { projectId: project.id, filter };
      const { count, at: createTime } = await countRetryable(deps.prisma, which);
      if (count > 0) {
        await addTask(deps.prisma, { ...which, action: 'retry', requestId, createTime });
        deps.pokeTasks();
      }
      return accepted({ count });
    },
  });
