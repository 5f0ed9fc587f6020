import { deliveryAttemptSchema, testDeliveryRequestSchema } from '@writ/contracts';
import { newId } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { toAttempt } from '../deliveries/find-delivery.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { eventBody } from '../ingest/store-events.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { existing } from './faults.ts';

/** Sends a made-up event once, at once, whether or not the destination is enabled; nothing of it is stored. */
export const testDestination = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:test',
    summary: 'Send a made-up event to a destination',
    access: { scope: 'notifications:manage' },
    body: testDeliveryRequestSchema,
    answers: {
      200: deliveryAttemptSchema,
    },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, body: { eventType }, signal }) => {
      const { view, openSecrets } = existing(await deps.destinations.find(project.id, idOrName), idOrName);
      const { signingKeys, hidden } = await openSecrets();
      const opened = { signingKeys, metadata: { ...view.metadata, ...hidden } };
      const send = kindOf(view.type).prepare(opened, deps);
      const id = newId();
      const time = deps.clock.now().toISOString();
      const data = sampleEventData(eventType, project.id);
      const outcome = await send({ id, body: eventBody({ type: eventType, id, time, data }) }, signal);
      return ok(toAttempt(outcome));
    },
  });
