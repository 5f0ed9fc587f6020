import { patterns } from '@writ/contracts';
import { awsProperties } from '../aws/access.ts';
import { closed } from '../metadata-schema.ts';

export const s3MetadataSchema = closed(['bucket', 'region', 'credentials'], {
  bucket: {
    type: 'string',
    pattern: patterns.bucket,
    description: 'The bucket, which has to exist.',
  },
  ...awsProperties,
  keyTemplate: {
    type: 'string',
    minLength: 1,
    maxLength: 800,
    pattern: patterns.objectKey,
    description:
      'The key of an object, with the places `{{date}}`, `{{year}}`, `{{month}}`, `{{day}}`, `{{hour}}` (UTC) and `{{id}}`, which is required; default `writ/{{date}}/{{hour}}-{{id}}.jsonl`.',
  },
  gzip: { type: 'boolean', description: 'Whether objects are compressed, with `Content-Encoding: gzip`.' },
  maxEvents: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    description: 'An object is sent when it has this many lines; default 1,000.',
  },
  maxBytes: {
    type: 'integer',
    minimum: 1_024,
    maximum: 4_194_304,
    description: 'Or when it would become larger, before compression; default 4 MiB.',
  },
  maxAgeSeconds: {
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    description: 'Or when its first event has waited this many seconds; default 60.',
  },
});
