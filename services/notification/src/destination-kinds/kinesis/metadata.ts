import { patterns, type JsonObject } from '@writ/contracts';
import type { AddressRules } from '../../outbound/address-rules.ts';
import { awsProperties, checkAwsAddress, endpointRules } from '../aws/access.ts';
import type { MetadataFault } from '../destination-kind.ts';
import { templateFaults } from '../told-event.ts';

/** `metadata` of a data stream (Contract §6.2). */
export const kinesisMetadataSchema = {
  type: 'object',
  writeOnly: true,
  additionalProperties: false,
  required: ['streamName', 'region', 'credentials'],
  properties: {
    streamName: {
      type: 'string',
      pattern: patterns.dataStream,
      description: 'The data stream, which has to exist.',
    },
    ...awsProperties,
    partitionKeyTemplate: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000,
      description:
        'The partition key of a record, with places to fill in, as `{{data.groupRef}}`; otherwise the id of what the event is about.',
    },
  },
} as const;

export const checkKinesisMetadata = (
  metadata: JsonObject,
  rules: AddressRules,
): Promise<readonly MetadataFault[]> => checkAwsAddress('kinesis', metadata, rules);

/** What the schema cannot say. */
export function kinesisMetadataRules(metadata: JsonObject): readonly MetadataFault[] {
  const { partitionKeyTemplate: template } = metadata;
  const key = typeof template === 'string' ? templateFaults(template) : [];
  return [...endpointRules(metadata), ...key.map((detail) => ({ pointer: '/partitionKeyTemplate', detail }))];
}
