import { isIP } from 'node:net';
import { awsOrigins, checkAwsAddress, endpointRules } from '../aws/access.ts';
import type { PushKind } from '../destination-kind.ts';
import { s3MetadataSchema } from './metadata.ts';
import { keyTemplateFaults } from './object-name.ts';
import { prepareS3, s3Bounds, s3ObjectName, s3Request } from './send.ts';

/** Stores objects of JSON lines in Amazon S3 or a compatible service (Contract §6.2). */
export const s3: PushKind = {
  type: 's3',
  delivers: 'push',
  metadataSchema: s3MetadataSchema,
  hiddenMembers: ['credentials'],
  // The pause between looks for a full object.
  apartMs: 250,
  objects: { bounds: s3Bounds, newName: s3ObjectName },
  rules: (metadata) => [
    ...(isNoBucket(metadata['bucket'])
      ? [{ pointer: '/bucket', detail: 'Is not the name of a bucket.' }]
      : []),
    ...endpointRules(metadata),
    ...keyTemplateFaults('/keyTemplate', metadata['keyTemplate']),
  ],
  origins: awsOrigins,
  check: (metadata, rules) => checkAwsAddress('s3', metadata, rules),
  request: s3Request,
  prepare: prepareS3,
};

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html, beyond the schema's pattern. */
const isNoBucket = (bucket: unknown): boolean =>
  typeof bucket === 'string' && (bucket.includes('..') || isIP(bucket) !== 0);
