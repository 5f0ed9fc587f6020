import {
  eventDescriptions,
  eventSchemaListSchema,
  eventSchemaSchema,
  eventTypes,
  revalidationHeadersSchema,
  type EventType,
} from '@writ/contracts';
import { endpoint, unlessKnown, type Endpoint } from '@writ/http';
import { notFound } from '@writ/problems';
import { eventSchema } from './event-schema.ts';

const list = eventTypes.map((type) => ({
  type,
  description: eventDescriptions[type],
  href: `/v1/event-schemas/${type}`,
}));

/** Public, as the OpenAPI documents are. */
export const eventSchemaEndpoints = (): readonly Endpoint[] => [getEventSchemas(), getEventSchema()];

const getEventSchemas = () =>
  endpoint({
    method: 'get',
    path: '/event-schemas',
    summary: 'List the types of events and their schemas',
    access: 'public',
    headers: revalidationHeadersSchema,
    answers: { 200: eventSchemaListSchema, 304: null },
    handle: ({ header }) => Promise.resolve(unlessKnown(list, header('If-None-Match'))),
  });

const description = `The schema describes the event's \`data\`. In \`$defs\`, \`cloudEvent\` describes the message on Kafka and for publishing, \`notification\` the body of a webhook.`;

const getEventSchema = () =>
  endpoint({
    method: 'get',
    path: '/event-schemas/:eventType',
    summary: 'Get the JSON Schema of a type of event',
    access: 'public',
    headers: revalidationHeadersSchema,
    answers: { 200: eventSchemaSchema, 304: null },
    docs: {
      description,
      answers: { 200: { example: { summary: 'Example', value: eventSchema('connection.deleted') } } },
    },
    handle: ({ params: { eventType }, header }) => {
      if (!isEventType(eventType)) {
        throw notFound('path', 'eventType', eventType, 'There is no type of event with this name.');
      }
      return Promise.resolve(unlessKnown(eventSchema(eventType), header('If-None-Match')));
    },
  });

const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);
