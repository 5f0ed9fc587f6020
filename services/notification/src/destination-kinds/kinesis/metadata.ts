import { patterns } from '@writ/contracts';
import { awsProperties } from '../aws/access.ts';

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
