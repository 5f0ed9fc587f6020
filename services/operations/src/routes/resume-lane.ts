import { inputValidationProblemSchema, laneSchema, type LaneKind } from '@writ/contracts';
import { isId, type Database } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { resumeLane } from '@writ/lanes';
import { withBacklogs } from '../lanes/lanes-page.ts';
import { laneNotFound } from './pause-lane.ts';

/** Let a paused lane go on, at once (Contract §4.7). */
export const resumeLaneByHand = ({
  prisma,
  wake,
}: Pick<Database, 'prisma'> & { wake: (kind: LaneKind, laneId: string) => void }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:resume',
    summary: 'Resume a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { laneId } }) => {
      const lane = isId(laneId) ? await resumeLane(prisma, project.id, laneId) : undefined;
      if (!lane) throw laneNotFound(laneId);
      wake(lane.kind, laneId);
      return ok((await withBacklogs(prisma, [lane]))[0]);
    },
  });
