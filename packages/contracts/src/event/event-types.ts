/** Specification, Events. */
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

export const eventDescriptions: Readonly<Record<EventType, string>> = {
  'installation.created': 'A customer group has installed an integration.',
  'installation.updated': 'The config of an installation was changed.',
  'installation.deleted': 'An installation was removed.',
  'read.backfill.done': 'All existing records of an object have been read.',
  'read.schedule.paused': 'Scheduled reading of an installation was paused.',
  'read.triggered.done': 'A requested read has ended.',
  'read.triggered.error': 'A requested read has failed.',
  'write.async.done': 'An asynchronous write has ended: with success, in part, or with failure.',
  'subscribe.create.error': 'A subscription to changes of a CRM could not be created.',
  'connection.created': 'A customer group has connected a CRM.',
  'connection.refreshed': 'The tokens of a connection were renewed.',
  'connection.updated': 'A connection was changed.',
  'connection.deleted': 'A connection was removed.',
  'connection.error':
    'A connection stopped working: its customer has to reconnect, or the CRM rejects the provider app. `errors` says which.',
  'destination.webhook.disabled': 'A destination was disabled: nothing is sent there until it is enabled.',
};

/** Contract §6.1. */
export const lifecycleTopic = 'lifecycle-events';
