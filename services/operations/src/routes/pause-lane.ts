import { inputValidationProblemSchema, laneSchema } from '@writ/contracts';
import { isId, type Database } from '@writ/db';
import { endpoint, notFound, ok, type Refusal } from '@writ/http-kit';
import { pauseLane } from '@writ/lanes';
import { withBacklogs } from '../lanes/lanes-page.ts';

const description = `Within two seconds nothing more is claimed from this lane until it is resumed; what is under way ends as usual. Writes and events are still accepted.
A write still ends at its deadline.`;

/** Pause a lane (Contract §4.7). */
export const pauseLaneByHand = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:pause',
    summary: 'Pause a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema, 404: inputValidationProblemSchema },
    docs: { description },
    handle: async ({ project, params: { laneId } }) => {
      const lane = isId(laneId) ? await pauseLane(prisma, project.id, laneId) : undefined;
      if (!lane) throw laneNotFound(laneId);
      return ok((await withBacklogs(prisma, [lane]))[0]);
    },
  });

export const laneNotFound = (laneId: string): Refusal =>
  notFound(
    'path',
    'laneId',
    laneId,
    'The project has no lane with this id; lanes are made by their first use.',
  );
