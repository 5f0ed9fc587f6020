/** The lifecycle events that can be routed (Specification, Events). */
export const eventTypes = [
  'installation.created',
  'installation.updated',
  'installation.deleted',
  'read.backfill.done',
  'read.schedule.paused',
  'read.triggered.done',
  'read.triggered.error',
  'write.async.done',
  'subscribe.create.error',
  'connection.created',
  'connection.refreshed',
  'connection.updated',
  'connection.deleted',
  'connection.error',
  'destination.webhook.disabled',
] as const;

export type EventType = (typeof eventTypes)[number];

/** The Kafka topic that carries them (Contract §6.1). */
export const lifecycleTopic = 'lifecycle-events';
