import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, idOf, oneOf, timeOf, whole } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { eventTypes, type EventType } from './event-types.ts';

const word = (description: string) => ({ type: 'string', minLength: 1, description }) as const;
const words = (description: string) => arrayOf(description, { type: 'string' });
const config = (description: string) =>
  ({ type: 'object', additionalProperties: true, description }) as const;

type Properties = Readonly<Record<string, object>>;

/** Open: other publishers may add members. */
const factsOf = (required: Properties, optional: Properties) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const projectId = word('The project that it concerns.');
const provider = word('The CRM, by the name of its provider.');
const groupRef = word("The builder's own reference of the customer group.");
const consumer = {
  consumerRef: word("The builder's own reference of the person who connected."),
  consumerName: word('Display name of that person; the reference if there is none.'),
} as const;
const objectName = word("The object, by its name in the integration's manifest.");
const error = word('What went wrong, in words.');
const reach = {
  fromTimestamp: word('Start of the period that was read.'),
  untilTimestamp: word('End of the period that was read.'),
} as const;

const ofInstallation = (required: Properties, optional: Properties = {}) =>
  factsOf(
    {
      projectId,
      provider,
      integrationId: word('The integration.'),
      integrationName: word('The name of the integration; its id if it has none.'),
      installationId: word('The installation.'),
      groupRef,
      ...required,
    },
    {
      groupName: word('Display name of the customer group; its reference if it has none.'),
      connectionId: word('The connection of the installation.'),
      ...consumer,
      ...optional,
    },
  );

const ofConnection = (required: Properties = {}) =>
  factsOf({ projectId, connectionId: word('The connection.'), provider, groupRef, ...required }, consumer);

const configured = {
  config: config('The config of the installation.'),
  configURL: word('Address of the config, if it is too large for an event.'),
} as const;
const configuredBefore = {
  lastConfig: config('The config before the change.'),
  lastConfigURL: word('Address of that config, if it is too large for an event.'),
} as const;
const oneConfig = { anyOf: [{ required: ['config'] }, { required: ['configURL'] }] } as const;

export const eventDataSchemas = {
  'installation.created': { ...ofInstallation({}, configured), ...oneConfig },
  'installation.deleted': { ...ofInstallation({}, configured), ...oneConfig },
  'installation.updated': {
    ...ofInstallation({}, { ...configured, ...configuredBefore }),
    allOf: [oneConfig, { anyOf: [{ required: ['lastConfig'] }, { required: ['lastConfigURL'] }] }],
  },
  'read.backfill.done': ofInstallation({ objectName }),
  'read.schedule.paused': ofInstallation({ error }, { config: configured.config }),
  'read.triggered.done': ofInstallation({ objectName }, reach),
  'read.triggered.error': ofInstallation({ objectName, error }, reach),
  'write.async.done': ofInstallation(
    {
      objectName,
      success: flag('False if any record failed.'),
      successfulRecordIds: words(
        'Ids of the records that were written, as the CRM gave them. A record whose id the CRM did not show is missing: `succeeded` counts it.',
      ),
      errors: words('What went wrong, one text an error.'),
    },
    {
      operationId: word('The operation of the write.'),
      status: oneOf(['success', 'failure'], '`failure` only if no record was written.'),
      succeeded: whole('How many records were written.'),
      failed: whole('How many records were not written.'),
      records: arrayOf(
        'Outcome of each: `index`, `success`, `recordId`, `created` (of an upsert), `errors`.',
        {
          type: 'object',
          additionalProperties: true,
        },
      ),
      recordsURL: word('Address of the records, instead of `records` that are too large for an event.'),
    },
  ),
  'subscribe.create.error': ofInstallation({ error }),
  'connection.created': ofConnection(),
  'connection.refreshed': ofConnection(),
  'connection.updated': ofConnection(),
  'connection.deleted': ofConnection(),
  'connection.error': ofConnection({ errors: words('Why it does not work.') }),
  'destination.webhook.disabled': factsOf(
    {
      projectId,
      destinationId: word('The destination.'),
      destinationName: word('The name of the destination.'),
      url: word('Its address.'),
      reason: word('Why it was disabled.'),
    },
    {},
  ),
} as const satisfies Record<EventType, object>;

/** CloudEvents 1.0, JSON in structured mode (Contract §6.1). */
export const lifecycleEventSchema = {
  $id: 'LifecycleEvent',
  type: 'object',
  required: ['specversion', 'id', 'source', 'type', 'time', 'projectid', 'data'],
  propertyNames: { pattern: patterns.attributeName },
  properties: {
    specversion: { const: '1.0', description: 'Version of CloudEvents.' },
    id: { ...word('Unique within its source.'), maxLength: 255, pattern: patterns.uncontrolled },
    source: {
      ...word('Who published the event; unique together with `id`.'),
      maxLength: 255,
      pattern: patterns.uncontrolled,
    },
    type: oneOf(eventTypes, 'Type of the event.'),
    time: timeOf('When it happened.'),
    projectid: idOf('The project that it concerns.'),
    datacontenttype: { type: 'string', pattern: patterns.jsonMediaType, description: 'Always JSON.' },
    subject: { type: 'string', pattern: patterns.uncontrolled, description: 'What the event is about.' },
    data: { type: 'object', additionalProperties: true, description: 'The facts, by type.' },
  },
} as const;

/** Body of a webhook; the same bytes at every attempt (Contract §6.2). */
export const notificationSchema = {
  $id: 'Notification',
  type: 'object',
  required: ['notificationType', 'id', 'time', 'data'],
  properties: {
    notificationType: oneOf(eventTypes, 'Type of the event.'),
    id: word("The event's id, as it was published."),
    time: timeOf('When it happened. Events come in any order; sort them by this.'),
    data: { type: 'object', additionalProperties: true, description: 'The facts, by type.' },
  },
} as const;

export type LifecycleEvent = FromSchema<typeof lifecycleEventSchema>;
