import { awsOrigins, checkAwsAddress, endpointRules } from '../aws/access.ts';
import type { PushKind } from '../destination-kind.ts';
import { templateFaults } from '../told-event.ts';
import { kinesisMetadataSchema } from './metadata.ts';
import { kinesisRequest, prepareKinesis } from './send.ts';

/** Contract §6.2. */
export const kinesis: PushKind = {
  type: 'kinesis',
  delivers: 'push',
  metadataSchema: kinesisMetadataSchema,
  hiddenMembers: ['credentials'],
  rules: (metadata) => [
    ...endpointRules(metadata),
    ...templateFaults('/partitionKeyTemplate', metadata['partitionKeyTemplate']),
  ],
  origins: awsOrigins,
  check: (metadata, rules) => checkAwsAddress('kinesis', metadata, rules),
  request: kinesisRequest,
  prepare: prepareKinesis,
};
