import {
  eventDataSchemas,
  eventDescriptions,
  lifecycleEventSchema,
  notificationSchema,
  type EventType,
} from '@writ/contracts';
import { sampleEventData } from '../ingest/sample-event-data.ts';

const sampleProjectId = '00000000-0000-7000-8000-000000000000';

/** Schema of the `data` of a type of event, with what it tells and an example. */
export const dataSchemaOf = (type: EventType) => ({
  title: type,
  description: eventDescriptions[type],
  ...eventDataSchemas[type],
  examples: [sampleEventData(type, sampleProjectId)],
});

/** Schema of an event of one type as the bus carries it; `data`: the schema of its facts. */
export const cloudEventSchemaOf = (type: EventType, data: object) =>
  envelope(lifecycleEventSchema, { type: { const: type, description: 'What happened.' }, data });

/** Schema of an event of one type as webhooks are sent it. */
export const notificationSchemaOf = (type: EventType, data: object) =>
  envelope(notificationSchema, { notificationType: { const: type, description: 'What happened.' }, data });

const envelope = (
  { $id: _id, ...schema }: typeof lifecycleEventSchema | typeof notificationSchema,
  known: object,
) => ({ ...schema, properties: { ...schema.properties, ...known } });

/**
 * One type of event as a JSON Schema that stands alone: its `data`, and in `$defs` both envelopes that carry it. The same
 * for every host, and as `npm run openapi:write` keeps it in a file.
 */
export const eventSchema = (type: EventType) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:writ:event:${type}`,
  ...dataSchemaOf(type),
  $defs: {
    cloudEvent: cloudEventSchemaOf(type, { $ref: '#' }),
    notification: notificationSchemaOf(type, { $ref: '#' }),
  },
});
