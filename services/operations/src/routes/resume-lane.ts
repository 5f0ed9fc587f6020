import { inputValidationProblemSchema, laneSchema, type LaneKind } from '@writ/contracts';
import { isId, type Queryable } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { resumeLane } from '@writ/lanes';
import { laneOf } from '../lanes/lanes-page.ts';
import { laneNotFound } from './pause-lane.ts';

/** Let a paused lane go on, at once (Contract §4.7). */
export const resumeLaneByHand = (deps: { db: Queryable; wake: (kind: LaneKind, laneId: string) => void }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/lanes/:laneId\\:resume',
    summary: 'Resume a lane',
    access: { scope: 'operations:manage' },
    answers: { 200: laneSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { laneId } }) => {
      const kind = isId(laneId) ? await resumeLane(deps.db, project.id, laneId) : undefined;
      if (kind) deps.wake(kind, laneId);
      const lane = kind && (await laneOf(deps.db, project.id, laneId));
      if (!lane) throw laneNotFound(laneId);
      return ok(lane);
    },
  });
