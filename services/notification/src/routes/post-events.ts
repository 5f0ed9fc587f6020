import { countSchema, problemSchema, publishedBodies, publishRequestSchema } from '@writ/contracts';
import { accepted, endpoint } from '@writ/http-kit';
import { createPublishEvents } from '../ingest/publish-events.ts';
import { createEventRule, publishedEvents } from '../ingest/read-published-events.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

const bodyLimitBytes = 5_000_000;

/** For publishers without Kafka (Contract §6): accepted means stored, with all deliveries. */
export const postEvents = ({ database: { pool }, waker }: EndpointDeps) => {
  const eventRule = createEventRule();
  const publish = createPublishEvents({ pool, waker });
  return endpoint({
    method: 'post',
    // Storing the same again stores nothing twice.
    effect: 'repeatable',
    path: '/projects/:projectIdOrName/events',
    summary: 'Publish lifecycle events',
    access: { scope: 'events:publish' },
    body: publishRequestSchema,
    bodyLimitBytes,
    rules: (sent) => eventRule(sent.body),
    answers: { 202: countSchema, 503: problemSchema },
    docs: { bodies: publishedBodies },
    handle: async ({ project, body }) => {
      const events = publishedEvents(body, project.id);
      await publish(events);
      return accepted({ count: events.length });
    },
  });
};
