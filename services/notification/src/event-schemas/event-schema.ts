import {
  eventDataSchemas,
  eventDescriptions,
  lifecycleEventSchema,
  notificationSchema,
  type EventType,
} from '@writ/contracts';
import { sampleEventData } from '../ingest/sample-event-data.ts';

const sampleProjectId = '00000000-0000-7000-8000-000000000000';

export const dataSchemaOf = (type: EventType) => ({
  title: type,
  description: eventDescriptions[type],
  ...eventDataSchemas[type],
  examples: [sampleEventData(type, sampleProjectId)],
});

/** On the bus. */
export const cloudEventSchemaOf = (type: EventType, data: object) =>
  envelope(lifecycleEventSchema, { type: { const: type, description: 'What happened.' }, data });

/** In the body of a webhook. */
export const notificationSchemaOf = (type: EventType, data: object) =>
  envelope(notificationSchema, { notificationType: { const: type, description: 'What happened.' }, data });

const envelope = (
  { $id: _id, ...schema }: typeof lifecycleEventSchema | typeof notificationSchema,
  known: object,
) => ({ ...schema, properties: { ...schema.properties, ...known } });

/** An event's `data`, with both envelopes in `$defs`. */
export const eventSchema = (type: EventType) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:writ:event:${type}`,
  ...dataSchemaOf(type),
  $defs: {
    cloudEvent: cloudEventSchemaOf(type, { $ref: '#' }),
    notification: notificationSchemaOf(type, { $ref: '#' }),
  },
});
