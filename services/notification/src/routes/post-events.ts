import { countSchema, problemSchema, publishedBodies, publishRequestSchema } from '@writ/contracts';
import { accepted, endpoint } from '@writ/http';
import { createPublishEvents } from '../ingest/publish-events.ts';
import { createEventRule, publishedEvents } from '../ingest/read-published-events.ts';
import { sentEvents } from '../ingest/sent-events.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

const description = `Accepts CloudEvents 1.0 in structured, batched and binary mode: one as \`application/cloudevents+json\`, up to 100 as \`application/cloudevents-batch+json\`, or the \`data\` of one as any media type of JSON, with its attributes in \`ce-\` headers. \`application/json\` without such headers is one event, or a list of up to 100.`;
const bodyLimitBytes = 5_000_000;

/** For publishers without Kafka: accepted means stored, with all deliveries. */
export const postEvents = ({ database: { pool }, waker }: EndpointDeps) => {
  const eventRule = createEventRule();
  const publish = createPublishEvents({ pool, waker });
  return endpoint({
    method: 'post',
    // A repetition stores nothing twice.
    effect: 'repeatable',
    path: '/projects/:projectIdOrName/events',
    summary: 'Publish lifecycle events',
    access: { scope: 'events:publish' },
    body: publishRequestSchema,
    bodyLimitBytes,
    anyJson: true,
    rules: (sent) => {
      const { events, issues, placed } = sentEvents(sent);
      return [...issues, ...eventRule(events).map(placed)];
    },
    answers: { 202: countSchema, 503: problemSchema },
    docs: { description, bodies: publishedBodies },
    handle: async ({ project, traceParent, ...sent }) => {
      const { events, placed } = sentEvents(sent);
      const published = publishedEvents(events as object, { projectId: project.id, traceParent }, placed);
      if (published.length > 0) await publish(published);
      return accepted({ count: published.length });
    },
  });
};
