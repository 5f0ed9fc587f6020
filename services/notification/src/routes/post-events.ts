import { countSchema, problemSchema, publishRequestSchema } from '@writ/contracts';
import { accepted, endpoint, Refusal } from '@writ/http-kit';
import { createEventRule, messagesOf } from '../ingest/read-published-events.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

const bodyLimitBytes = 5_000_000;

/** For publishers without Kafka (Contract §6): accepted means that the bus has acknowledged them. */
export const postEvents = ({ bus }: EndpointDeps) => {
  const eventRule = createEventRule();
  return endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/events',
    summary: 'Publish lifecycle events',
    access: { scope: 'events:publish' },
    body: publishRequestSchema,
    bodyLimitBytes,
    rules: (sent) => eventRule(sent.body),
    answers: { 202: countSchema, 503: problemSchema },
    handle: async ({ project, body: given }) => {
      const messages = messagesOf(given, project.id);
      try {
        await bus.publish(messages);
      } catch (error) {
        const detail = 'The event bus did not acknowledge the events; some of them may be on their way.';
        throw new Refusal('unavailable', {
          detail,
          causes: [error instanceof Error ? error.message : String(error)],
        });
      }
      return accepted({ count: messages.length });
    },
  });
};
