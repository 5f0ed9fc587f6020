import type { FromSchema } from 'json-schema-to-ts';
import { eventTypes } from '../event/event-types.ts';
import { id, projectId, time } from '../fields.ts';
import { pageParameters, searchedPageOf } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';
import { aboutParameters, deliverySchema } from './delivery.ts';

const fields = {
  id: { ...id, description: 'Id under which it is stored.' },
  projectId,
  eventId: { type: 'string', description: 'Its own id, unique within its source.' },
  source: { type: 'string', description: 'Who published it.' },
  eventType: { enum: eventTypes, description: 'What happened.' },
  time: { ...time, description: 'When it happened.' },
  installationId: { ...id, description: 'The installation that it tells of.' },
  operationId: { ...id, description: 'The operation that it tells of.' },
  reached: { type: 'boolean', description: 'Whether there was a destination for it.' },
  createTime: { ...time, description: 'When it came in.' },
} as const;
const optional = ['installationId', 'operationId'] as const;

/** A lifecycle event that came in. */
const storedEventSchema = closedObject({ $id: 'StoredEvent', optional, properties: fields });

/** What became of an event. */
export const eventDetailSchema = closedObject({
  $id: 'EventDetail',
  optional: [...optional, 'reason'],
  properties: {
    ...fields,
    payload: { type: 'object', additionalProperties: true, description: 'What destinations are sent.' },
    topics: {
      type: 'array',
      items: closedObject({
        properties: {
          id: { ...id, description: 'Topic id.' },
          name: { type: 'string', description: 'Its name.' },
        },
      }),
      description: 'The topics that receive its type now.',
    },
    deliveries: {
      type: 'array',
      items: deliverySchema,
      description: 'Newest first, 1,000 at most; `/deliveries?eventId=` lists all.',
    },
    reason: { type: 'string', description: 'Why there are no deliveries.' },
  },
});

/** Newest first. */
export const eventPageSchema = searchedPageOf('EventPage', storedEventSchema);

/** What narrows the list of events. */
export const eventQuerySchema = partialObject({
  $id: 'EventQuery',
  properties: {
    ...aboutParameters,
    eventType: { enum: eventTypes, description: 'Only of this type.' },
    reached: { type: 'boolean', description: 'Only those for which there was a destination, or was none.' },
    since: { ...time, description: 'Came in at or after this time.' },
    until: { ...time, description: 'Came in before this time.' },
    ...pageParameters({ most: 1000, usual: 200 }),
  },
});

export type StoredEvent = FromSchema<typeof storedEventSchema>;
export type EventDetail = FromSchema<typeof eventDetailSchema>;
export type EventQuery = FromSchema<typeof eventQuerySchema>;
