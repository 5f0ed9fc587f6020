import { awsOrigins } from '../aws/access.ts';
import type { PushKind } from '../destination-kind.ts';
import { checkS3Metadata, s3MetadataRules, s3MetadataSchema } from './metadata.ts';
import { prepareS3, s3Bounds, s3ObjectName, s3Request } from './send.ts';

/** A bucket of Amazon S3, or of what speaks as it does, which gets objects of JSON lines (Contract §6.2). */
export const s3: PushKind = {
  type: 's3',
  delivers: 'push',
  metadataSchema: s3MetadataSchema,
  hiddenMembers: ['credentials'],
  hiddenQueries: [],
  signed: false,
  announcesDisabling: false,
  // How often it is looked whether an object is full, as long as none is.
  apartMs: 250,
  objects: { bounds: s3Bounds, newName: s3ObjectName },
  rules: s3MetadataRules,
  origins: awsOrigins,
  check: checkS3Metadata,
  request: s3Request,
  prepare: prepareS3,
};
