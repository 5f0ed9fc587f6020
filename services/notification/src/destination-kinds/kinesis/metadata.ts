import { patterns } from '@writ/contracts';
import { awsProperties } from '../aws/access.ts';
import { closed, text } from '../metadata-schema.ts';

export const kinesisMetadataSchema = closed(['streamName', 'region', 'credentials'], {
  streamName: {
    type: 'string',
    pattern: patterns.dataStream,
    description: 'The data stream, which has to exist.',
  },
  ...awsProperties,
  partitionKeyTemplate: text(
    1_000,
    'The partition key of a record, with places to fill in, as `{{data.groupRef}}`; otherwise the id of what the event is about.',
  ),
});
