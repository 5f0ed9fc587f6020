import { deliveryAttemptSchema, testDeliveryRequestSchema } from '@writ/contracts';
import { newId } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import { toAttempt } from '../deliveries/find-delivery.ts';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { eventBody } from '../ingest/store-events.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { existing } from './faults.ts';

const toldBytes = 2_048;

/** Of an answer 2 kB are told; nothing of one from within the operator's network, which is not for callers to read. */
export function toldOfTest({ excerpt, ...outcome }: SendOutcome, isPublic: boolean): SendOutcome {
  if (excerpt === undefined || !isPublic) return outcome;
  return { ...outcome, excerpt: Buffer.from(excerpt).subarray(0, toldBytes).toString() };
}

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
      const metadata = { ...view.metadata, ...hidden };
      const kind = kindOf(view.type);
      // A name that leads elsewhere by the time that is sent is refused by what sends to public addresses alone.
      const isPublic = (await kind.check(metadata, deps.publicOnly.rules)).length === 0;
      const send = kind.prepare({ signingKeys, metadata }, isPublic ? { ...deps, ...deps.publicOnly } : deps);
      const id = newId();
      const time = deps.clock.now().toISOString();
      const data = sampleEventData(eventType, project.id);
      const outcome = await send({ id, body: eventBody({ type: eventType, id, time, data }) }, signal);
      await send.close?.();
      return ok(toAttempt(toldOfTest(outcome, isPublic)));
    },
  });
