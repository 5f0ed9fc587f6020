import type { FromSchema } from 'json-schema-to-ts';
import { eventTypes, type EventType } from './event-types.ts';

const word = { type: 'string', minLength: 1 } as const;
const words = { type: 'array', items: { type: 'string' } } as const;
const config = { type: 'object' } as const;

const installationFacts = {
  projectId: word,
  provider: word,
  integrationId: word,
  integrationName: word,
  installationId: word,
  groupRef: word,
  groupName: word,
  connectionId: word,
  consumerRef: word,
  consumerName: word,
} as const;
const installationFactNames = [
  'projectId',
  'provider',
  'integrationId',
  'integrationName',
  'installationId',
  'groupRef',
] as const;

const connectionFacts = {
  projectId: word,
  connectionId: word,
  provider: word,
  groupRef: word,
  consumerRef: word,
  consumerName: word,
} as const;
const connectionFactNames = ['projectId', 'connectionId', 'provider', 'groupRef'] as const;

/** Events of an installation are open: systems beside ours publish them, and may tell more than we know of. */
const ofInstallation = <const P extends object, const R extends readonly string[]>(
  properties: P,
  required: R,
) =>
  ({
    type: 'object',
    required: [...installationFactNames, ...required],
    properties: { ...installationFacts, ...properties },
  }) as const;

const ofConnection = <const P extends object, const R extends readonly string[]>(
  properties: P,
  required: R,
) =>
  ({
    type: 'object',
    required: [...connectionFactNames, ...required],
    properties: { ...connectionFacts, ...properties },
  }) as const;

const configured = { config, configURL: word } as const;
const oneConfig = { anyOf: [{ required: ['config'] }, { required: ['configURL'] }] } as const;

/** Schema of `data` for each type of event (Contract §6.1). All members are camelCase. */
export const eventDataSchemas = {
  'installation.created': { ...ofInstallation(configured, []), ...oneConfig },
  'installation.deleted': { ...ofInstallation(configured, []), ...oneConfig },
  'installation.updated': {
    ...ofInstallation({ ...configured, lastConfig: config, lastConfigURL: word }, []),
    allOf: [oneConfig, { anyOf: [{ required: ['lastConfig'] }, { required: ['lastConfigURL'] }] }],
  },
  'read.backfill.done': ofInstallation({ objectName: word }, ['objectName']),
  'read.schedule.paused': ofInstallation({ config, error: word }, ['error']),
  'read.triggered.done': ofInstallation({ objectName: word, fromTimestamp: word, untilTimestamp: word }, [
    'objectName',
  ]),
  'read.triggered.error': ofInstallation(
    { objectName: word, fromTimestamp: word, untilTimestamp: word, error: word },
    ['objectName', 'error'],
  ),
  'write.async.done': ofInstallation(
    {
      objectName: word,
      success: { type: 'boolean' },
      successfulRecordIds: words,
      errors: words,
      operationId: word,
      status: { enum: ['success', 'failure'] },
      succeeded: { type: 'integer' },
      failed: { type: 'integer' },
      records: { type: 'array', items: { type: 'object' } },
      recordsURL: word,
    },
    ['objectName', 'success', 'successfulRecordIds', 'errors'],
  ),
  'subscribe.create.error': ofInstallation({ error: word }, ['error']),
  'connection.created': ofConnection({}, []),
  'connection.refreshed': ofConnection({}, []),
  'connection.updated': ofConnection({}, []),
  'connection.deleted': ofConnection({}, []),
  'connection.error': ofConnection({ errors: words }, ['errors']),
  'destination.webhook.disabled': {
    type: 'object',
    required: ['projectId', 'destinationId', 'destinationName', 'url', 'reason'],
    properties: { projectId: word, destinationId: word, destinationName: word, url: word, reason: word },
  },
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
    time: { type: 'string', format: 'date-time', description: 'When it happened.' },
    projectid: { type: 'string', format: 'uuid', description: 'The project that it concerns.' },
    datacontenttype: { type: 'string', description: 'Always JSON.' },
    subject: { type: 'string', description: 'What the event is about.' },
    data: { type: 'object', additionalProperties: true, description: 'The facts, by type.' },
  },
} as const;

export type LifecycleEvent = FromSchema<typeof lifecycleEventSchema>;
