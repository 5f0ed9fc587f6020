import {
  deliveryAttemptSchema,
  inputValidationProblemSchema,
  testDeliveryRequestSchema,
  type DeliveryAttempt,
} from '@writ/contracts';
import { newId } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { messageId } from '../delivery/delivery-unit.ts';
import type { SendDeps, SendOutcome } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { withHiddenMembers } from '../destinations/secrets.ts';
import { eventBody } from '../ingest/event-body.ts';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { destinationNotFound } from './not-found.ts';

/** Sends a made-up event once, at once, whether or not the destination is enabled; nothing of it is stored. */
export const testDestination = (deps: SendDeps & { destinations: Pick<DestinationRepository, 'find'> }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:test',
    summary: 'Send a made-up event to a destination',
    access: { scope: 'notifications:manage' },
    body: testDeliveryRequestSchema,
    answers: {
      200: deliveryAttemptSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
    },
    handle: async ({ project, params: { destinationIdOrName }, body: { eventType }, signal }) => {
      const stored = await deps.destinations.find(project.id, destinationIdOrName);
      if (!stored) throw destinationNotFound(destinationIdOrName);
      const { view } = stored;
      const secrets = stored.unsealSecrets();
      const opened = {
        metadata: withHiddenMembers(view.metadata, secrets),
        signingKeys: secrets.signingKeys,
      };
      const send = kindOf(view.type).prepare(opened, deps);
      const id = newId();
      const time = deps.clock.now().toISOString();
      const data = sampleEventData(eventType, project.id);
      const outcome = await send(
        { id: messageId(id), body: eventBody({ type: eventType, id, time, data }) },
        signal,
      );
      return ok(toAttempt(outcome));
    },
  });

const toAttempt = (outcome: SendOutcome): DeliveryAttempt => ({
  time: outcome.at.toISOString(),
  status: outcome.delivered ? 'delivered' : 'failed',
  durationMs: outcome.durationMs,
  ...(outcome.httpStatus !== undefined && { httpStatus: outcome.httpStatus }),
  ...(outcome.excerpt !== undefined && { responseExcerpt: outcome.excerpt }),
  ...(outcome.error !== undefined && { error: outcome.error }),
});
