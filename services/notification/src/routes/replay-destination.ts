import { countSchema, inputValidationProblemSchema, replayRequestSchema } from '@writ/contracts';
import { accepted, endpoint } from '@writ/http-kit';
import type { LaneWaker } from '@writ/lanes';
import type { Pool } from 'pg';
import { sendAgain } from '../deliveries/send-again.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { destinationNotFound } from './not-found.ts';

export const replayDestination = (deps: {
  pool: Pool;
  waker: Pick<LaneWaker, 'wake'>;
  destinations: Pick<DestinationRepository, 'find'>;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:replay',
    summary: 'Send the deliveries of a time again',
    access: { scope: 'notifications:manage' },
    body: replayRequestSchema,
    answers: { 202: countSchema, 400: inputValidationProblemSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { destinationIdOrName }, body }) => {
      const found = await deps.destinations.find(project.id, destinationIdOrName);
      if (!found) throw destinationNotFound(destinationIdOrName);
      const again = { destinationId: found.view.id, ...body };
      const { count, laneIds } = await sendAgain(deps.pool, project.id, again);
      deps.waker.wake(laneIds);
      return accepted({ count });
    },
  });
