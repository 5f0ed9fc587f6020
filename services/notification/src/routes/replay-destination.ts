import { countSchema, inputValidationProblemSchema, replayRequestSchema } from '@writ/contracts';
import { accepted, endpoint } from '@writ/http-kit';
import type { LaneWaker } from '@writ/lanes';
import { sendAgain } from '../deliveries/send-again.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { destinationNotFound } from './not-found.ts';

export const replayDestination = (deps: {
  waker: Pick<LaneWaker, 'wake'>;
  destinations: Pick<DestinationRepository, 'find' | 'keep'>;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:replay',
    summary: 'Send the deliveries of a time again',
    access: { scope: 'notifications:manage' },
    body: replayRequestSchema,
    answers: { 202: countSchema, 400: inputValidationProblemSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { destinationIdOrName }, body }) => {
      const sent = await deps.destinations.keep(project.id, destinationIdOrName, (tx, destinationId) =>
        sendAgain(tx, project.id, { destinationId, ...body }),
      );
      if (!sent) throw destinationNotFound(destinationIdOrName);
      deps.waker.wake(sent.laneIds);
      return accepted({ count: sent.count });
    },
  });
