import { countSchema, inputValidationProblemSchema } from '@writ/contracts';
import { accepted, endpoint } from '@writ/http-kit';
import { addTask, countCancellable } from '@writ/operation';
import type { ManagingDeps } from '../managing/managing-deps.ts';
import { noBodyRule } from '../managing/no-body-rule.ts';
import { filterParameters } from '../operations/list-filter.ts';
import { allParameter } from './cancel-operation.ts';

const query = {
  type: 'object',
  additionalProperties: false,
  properties: { ...filterParameters, ...allParameter },
} as const;
const description = `Cancels, as for a single one, all operations that match and of which nothing has been sent; auto batches only with \`all=true\`.
The answer tells how many there are at this moment. They are cancelled step by step after it, and one that a worker takes before its turn is sent.`;

/** Cancel many operations (Contract §4.7). */
export const cancelManyOperations = (deps: Pick<ManagingDeps, 'prisma'> & { pokeTasks: () => void }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/operations\\:cancel',
    summary: 'Cancel all operations that match',
    access: { scope: 'operations:manage' },
    query,
    rules: noBodyRule,
    answers: { 202: countSchema, 400: inputValidationProblemSchema },
    docs: { description },
    handle: async ({ project, query: { all: sharedToo = false, ...filter }, requestId }) => {
      const which = { projectId: project.id, filter: { ...filter, sharedToo } };
      const { count, at: createTime } = await countCancellable(deps.prisma, which);
      if (count > 0) {
        await addTask(deps.prisma, { ...which, action: 'cancel', requestId, createTime });
        deps.pokeTasks();
      }
      return accepted({ count });
    },
  });
