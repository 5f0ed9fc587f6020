import type { NewEvent } from './new-event.ts';

const source = '/writ';

/** Headers of an event in structured mode (CloudEvents 1.0, Kafka protocol binding). */
export const structuredHeaders = { 'content-type': 'application/cloudevents+json; charset=UTF-8' } as const;

/** The event as CloudEvents 1.0 JSON (Contract §6.1). */
export const toCloudEvent = (event: NewEvent & { id: string }): string =>
  JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source,
    type: event.type,
    time: (event.time ?? new Date()).toISOString(),
    projectid: event.projectId,
    subject: event.aggregateId,
    datacontenttype: 'application/json',
    data: event.data,
  });

export const messageKey = (event: NewEvent): string => `${event.projectId}:${event.aggregateId}`;
