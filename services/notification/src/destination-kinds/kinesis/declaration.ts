import { awsOrigins } from '../aws/access.ts';
import type { PushKind } from '../destination-kind.ts';
import { checkKinesisMetadata, kinesisMetadataRules, kinesisMetadataSchema } from './metadata.ts';
import { kinesisRequest, prepareKinesis } from './send.ts';

/** A data stream of Amazon Kinesis (Contract §6.2). */
export const kinesis: PushKind = {
  type: 'kinesis',
  delivers: 'push',
  metadataSchema: kinesisMetadataSchema,
  hiddenMembers: ['credentials'],
  hiddenQueries: [],
  signed: false,
  announcesDisabling: false,
  rules: kinesisMetadataRules,
  origins: awsOrigins,
  check: checkKinesisMetadata,
  request: kinesisRequest,
  prepare: prepareKinesis,
};
