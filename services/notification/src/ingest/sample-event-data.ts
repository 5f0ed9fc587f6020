import { eventDataSchemas, type EventType, type JsonObject, type JsonValue } from '@writ/contracts';

const sampleId = '00000000-0000-7000-8000-000000000000';

const samples: Readonly<Record<string, JsonValue>> = {
  provider: 'hubspot',
  integrationId: sampleId,
  integrationName: 'sample-integration',
  installationId: sampleId,
  groupRef: 'sample-group',
  groupName: 'Sample group',
  connectionId: sampleId,
  consumerRef: 'sample-consumer',
  consumerName: 'Sample consumer',
  config: {},
  lastConfig: {},
  objectName: 'contacts',
  fromTimestamp: '2026-01-01T00:00:00Z',
  untilTimestamp: '2026-01-02T00:00:00Z',
  error: 'A sample error.',
  errors: [],
  success: true,
  successfulRecordIds: ['1'],
  operationId: sampleId,
  status: 'success',
  succeeded: 1,
  failed: 0,
  records: [{ index: 0, success: true, recordId: '1' }],
  destinationId: sampleId,
  destinationName: 'sample-destination',
  url: 'https://receiver.example/hook',
  reason: 'A sample reason.',
};

/** Every member of the schema that has a sample. */
export function sampleEventData(type: EventType, projectId: string): JsonObject {
  const { properties } = eventDataSchemas[type];
  const known = Object.entries(samples).filter(([name]) => name in properties);
  return { projectId, ...Object.fromEntries(known) };
}
