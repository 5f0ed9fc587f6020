import type { Delivery } from '@writ/sdk';

export type EventType = Delivery['eventType'];

export const eventWords: Readonly<Record<EventType, string>> = {
  'write.async.done': 'An asynchronous write has ended.',
  'connection.created': 'A customer has connected a CRM.',
  'connection.refreshed': 'The tokens of a connection were renewed.',
  'connection.updated': 'A connection was changed.',
  'connection.deleted': 'A connection was removed.',
  'connection.error': 'A connection does not work any more.',
  'installation.created': 'A customer has installed an integration.',
  'installation.updated': 'The config of an installation was changed.',
  'installation.deleted': 'An installation was removed.',
  'destination.webhook.disabled': 'A destination was disabled.',
  'read.backfill.done': 'All existing records of an object have been read.',
  'read.schedule.paused': 'Scheduled reading was paused.',
  'read.triggered.done': 'A requested read has ended.',
  'read.triggered.error': 'A requested read has failed.',
  'subscribe.create.error': 'A subscription could not be created.',
};

export const eventTypes = Object.keys(eventWords) as EventType[];
export const eventTypeNames = Object.fromEntries(eventTypes.map((type) => [type, type])) as {
  [Type in EventType]: Type;
};
