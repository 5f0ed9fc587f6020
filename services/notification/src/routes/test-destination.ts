import {
  deliveryAttemptSchema,
  deliveryWithAttemptsSchema,
  testDeliveryRequestSchema,
  type EventType,
} from '@writ/contracts';
import { newId } from '@writ/db';
import { accepted, endpoint, ok, type Reply } from '@writ/http';
import { findDelivery, toAttempt } from '../deliveries/find-delivery.ts';
import type { PushKind, SendOutcome } from '../destination-kinds/destination-kind.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { eventBody } from '../ingest/store-events.ts';
import type { StoredDestination } from '../destinations/stored-destination.ts';
import { leaveTestEvent } from '../pulling/leave-test-event.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { existing } from './faults.ts';

const toldBytes = 2_048;

/** Callers may not read answers from the operator's network. */
export function toldOfTest({ excerpt, ...outcome }: SendOutcome, isPublic: boolean): SendOutcome {
  if (excerpt === undefined || !isPublic) return outcome;
  return { ...outcome, excerpt: Buffer.from(excerpt).subarray(0, toldBytes).toString() };
}

/** Sends a sample event once, enabled or not, and stores nothing. If a client fetches, the event waits for it. */
export const testDestination = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:test',
    summary: 'Send a test event to a destination',
    access: { scope: 'notifications:manage' },
    body: testDeliveryRequestSchema,
    answers: {
      200: deliveryAttemptSchema,
      202: deliveryWithAttemptsSchema,
    },
    docs: {
      description: 'For a `listen` destination the answer is 202, and the delivery waits for its client.',
    },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, body: { eventType }, signal }) => {
      const stored = existing(await deps.destinations.find(project.id, idOrName), idOrName);
      const kind = kindOf(stored.view.type);
      return kind.delivers === 'push'
        ? ok(toAttempt(await sendTest(deps, { kind, stored, eventType, signal })))
        : leaveTest(deps, project.id, stored.view.id, eventType);
    },
  });

type Test = { kind: PushKind; stored: StoredDestination; eventType: EventType; signal: AbortSignal };

async function sendTest(
  deps: EndpointDeps,
  { kind, stored: { view, openSecrets }, eventType, signal }: Test,
): Promise<SendOutcome> {
  const { signingKeys, hidden } = await openSecrets();
  const metadata = { ...view.metadata, ...hidden };
  // If the name leads elsewhere by then, the public agent refuses.
  const isPublic = (await kind.check(metadata, deps.publicOnly.rules)).length === 0;
  const send = kind.prepare({ signingKeys, metadata }, isPublic ? { ...deps, ...deps.publicOnly } : deps);
  const id = newId();
  const time = deps.clock.now().toISOString();
  const data = sampleEventData(eventType, view.projectId);
  const outcome = await send({ id, body: eventBody({ type: eventType, id, time, data }) }, signal);
  await send.close?.();
  return toldOfTest(outcome, isPublic);
}

async function leaveTest(deps: EndpointDeps, projectId: string, id: string, type: EventType): Promise<Reply> {
  const { destinations, database, waker, clock } = deps;
  const left = await destinations.keep(projectId, id, (tx, { id: destinationId }) =>
    leaveTestEvent(tx, { projectId, destinationId, type, now: clock.now() }),
  );
  const { deliveryId, laneIds } = existing(left, id);
  waker.wake(laneIds);
  return accepted(await findDelivery(database.prisma, { projectId, id: deliveryId }, deps));
}
