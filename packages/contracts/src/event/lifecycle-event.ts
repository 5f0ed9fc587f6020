import type { FromSchema } from 'json-schema-to-ts';
import { id, time } from '../fields.ts';
import { eventTypes, type EventType } from './event-types.ts';

const word = { type: 'string', minLength: 1 } as const;
const words = { type: 'array', items: { type: 'string' } } as const;
const config = { type: 'object' } as const;

type Properties = Readonly<Record<string, object>>;

/** The facts of an event are open: systems beside ours publish events, and may tell more than we know of. */
const factsOf = (required: Properties, optional: Properties) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const ofInstallation = (required: Properties, optional: Properties = {}) =>
  factsOf(
    {
      projectId: word,
      provider: word,
      integrationId: word,
      integrationName: word,
      installationId: word,
      groupRef: word,
      ...required,
    },
    { groupName: word, connectionId: word, consumerRef: word, consumerName: word, ...optional },
  );

const ofConnection = (required: Properties = {}) =>
  factsOf(
    { projectId: word, connectionId: word, provider: word, groupRef: word, ...required },
    { consumerRef: word, consumerName: word },
  );

const configured = { config, configURL: word } as const;
const oneConfig = { anyOf: [{ required: ['config'] }, { required: ['configURL'] }] } as const;

/** Schema of `data` for each type of event (Contract §6.1). All members are camelCase. */
export const eventDataSchemas = {
  'installation.created': { ...ofInstallation({}, configured), ...oneConfig },
  'installation.deleted': { ...ofInstallation({}, configured), ...oneConfig },
  'installation.updated': {
    ...ofInstallation({}, { ...configured, lastConfig: config, lastConfigURL: word }),
    allOf: [oneConfig, { anyOf: [{ required: ['lastConfig'] }, { required: ['lastConfigURL'] }] }],
  },
  'read.backfill.done': ofInstallation({ objectName: word }),
  'read.schedule.paused': ofInstallation({ error: word }, { config }),
  'read.triggered.done': ofInstallation({ objectName: word }, { fromTimestamp: word, untilTimestamp: word }),
  'read.triggered.error': ofInstallation(
    { objectName: word, error: word },
    { fromTimestamp: word, untilTimestamp: word },
  ),
  'write.async.done': ofInstallation(
    { objectName: word, success: { type: 'boolean' }, successfulRecordIds: words, errors: words },
    {
      operationId: word,
      status: { enum: ['success', 'failure'] },
      succeeded: { type: 'integer' },
      failed: { type: 'integer' },
      records: { type: 'array', items: { type: 'object' } },
      recordsURL: word,
    },
  ),
  'subscribe.create.error': ofInstallation({ error: word }),
  'connection.created': ofConnection(),
  'connection.refreshed': ofConnection(),
  'connection.updated': ofConnection(),
  'connection.deleted': ofConnection(),
  'connection.error': ofConnection({ errors: words }),
  'destination.webhook.disabled': factsOf(
    { projectId: word, destinationId: word, destinationName: word, url: word, reason: word },
    {},
  ),
} as const satisfies Record<EventType, object>;

/** A CloudEvents 1.0 JSON event in structured mode, as it travels on the topic (Contract §6.1). */
export const lifecycleEventSchema = {
  $id: 'LifecycleEvent',
  type: 'object',
  required: ['specversion', 'id', 'source', 'type', 'time', 'projectid', 'data'],
  properties: {
    specversion: { const: '1.0', description: 'Version of CloudEvents.' },
    id: { ...word, maxLength: 255, description: 'Unique within its source.' },
    source: {
      ...word,
      maxLength: 255,
      description: 'Who published the event; with `id` it makes it unique.',
    },
    type: { enum: eventTypes, description: 'What happened.' },
    time: { ...time, description: 'When it happened.' },
    projectid: { ...id, description: 'The project that it concerns.' },
    datacontenttype: { type: 'string', description: 'Always JSON.' },
    subject: { type: 'string', description: 'What the event is about.' },
    data: { type: 'object', additionalProperties: true, description: 'The facts, by type.' },
  },
} as const;

export type LifecycleEvent = FromSchema<typeof lifecycleEventSchema>;
