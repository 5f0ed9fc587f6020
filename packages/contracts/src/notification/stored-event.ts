import type { FromSchema } from 'json-schema-to-ts';
import { eventTypes } from '../event/event-types.ts';
import { arrayOf, flag, idOf, oneOf, projectId, text, timeOf } from '../fields.ts';
import { pageParameters, searchedPageOf } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';
import { aboutParameters, deliverySchema } from './delivery.ts';

const fields = {
  id: idOf('Id under which it is stored.'),
  projectId,
  eventId: text('Its own id, unique within its source.'),
  source: text('Who published it.'),
  eventType: oneOf(eventTypes, 'Type of the event.'),
  time: timeOf('When it happened.'),
  installationId: idOf('The installation that it is about.'),
  operationId: idOf('The operation that it is about.'),
  reached: flag('Whether there was a destination for it.'),
  createTime: timeOf('When it arrived.'),
} as const;
const optional = ['installationId', 'operationId'] as const;

const storedEventSchema = closedObject({ $id: 'StoredEvent', optional, properties: fields });

export const eventDetailSchema = closedObject({
  $id: 'EventDetail',
  optional: [...optional, 'reason'],
  properties: {
    ...fields,
    payload: { type: 'object', additionalProperties: true, description: 'What is sent to destinations.' },
    topics: arrayOf(
      'The topics that receive its type now.',
      closedObject({
        properties: {
          id: idOf('Topic id.'),
          name: text('Its name.'),
        },
      }),
    ),
    deliveries: arrayOf('Newest first, 1,000 at most; `/deliveries?eventId=` lists all.', deliverySchema),
    reason: text('Why there are no deliveries.'),
  },
});

export const eventPageSchema = searchedPageOf('EventPage', storedEventSchema);

export const eventQuerySchema = partialObject({
  $id: 'EventQuery',
  properties: {
    ...aboutParameters,
    eventType: oneOf(eventTypes, 'Only of this type.'),
    reached: flag('Only events that reached a destination, or only the others.'),
    since: timeOf('Arrived at or after this time.'),
    until: timeOf('Arrived before this time.'),
    ...pageParameters({ most: 1000, usual: 200 }),
  },
});

export type StoredEvent = FromSchema<typeof storedEventSchema>;
export type EventDetail = FromSchema<typeof eventDetailSchema>;
export type EventQuery = FromSchema<typeof eventQuerySchema>;
