import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import { newId } from '@writ/db';
import { inTime, timed, type Ended } from '../attempt.ts';
import { accessOf } from '../aws/access.ts';
import { awsCalls } from '../aws/aws-calls.ts';
import type { ObjectBounds, OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { objectName } from './object-name.ts';

const words = {
  InvalidBucketName: 'this is not the name of a bucket',
  NoSuchBucket: 'the bucket does not exist',
  PermanentRedirect: 'the bucket is in another region',
  SlowDown: 'it gets too many requests',
};

type Metadata = {
  bucket: string;
  keyTemplate?: string;
  gzip?: boolean;
  maxEvents?: number;
  maxBytes?: number;
  maxAgeSeconds?: number;
};

/** A retry overwrites the object with the same lines. */
export function prepareS3(destination: OpenDestination, deps: SendDeps): Send {
  const put = putObject(destination, deps);
  return timed(deps, ({ objectName: decided, body }, attempt) => {
    const name = decided ?? s3ObjectName(destination.metadata, attempt.at);
    return inTime(() => put({ name, lines: `${body}\n` }), attempt);
  });
}

export const s3ObjectName = (metadata: JsonObject, at: Date): string =>
  objectName(metadata, { id: newId(), at });

export function s3Bounds(metadata: JsonObject): ObjectBounds {
  const { maxEvents = 1_000, maxBytes = 4_194_304, maxAgeSeconds = 60 } = metadata as Metadata;
  return { maxEvents, maxBytes, maxAgeMs: maxAgeSeconds * 1_000 };
}

const ContentType = 'application/x-ndjson';
const ContentEncoding = 'gzip';

/** The object's name is decided by its first attempt. */
export function s3Request(metadata: JsonObject, { body, objectName: key }: Outgoing): DeliveryRequest {
  const { bucket: target, gzip = false } = metadata as Metadata;
  const headers = { 'content-type': ContentType, ...(gzip && { 'content-encoding': ContentEncoding }) };
  return { target, ...(key !== undefined && { key }), headers, body };
}

/** Always resolves. */
function putObject(destination: OpenDestination, deps: SendDeps) {
  const { bucket: Bucket, gzip = false } = destination.metadata as Metadata;
  const access = accessOf(destination);
  const { settings, call } = awsCalls('s3', access, { ...deps, words });
  let client: S3Client | undefined;

  return async ({ name: Key, lines }: { name: string; lines: string }): Promise<Ended> => {
    const { ended } = await call(async (options) => {
      // Loaded late: only processes with a bucket pay for it.
      const sdk = await import('@aws-sdk/client-s3');
      client ??= new sdk.S3Client({
        ...settings,
        forcePathStyle: access.endpointUrl !== undefined,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        disableS3ExpressSessionAuth: true,
        disableMultiregionAccessPoints: true,
        sigv4aSigningRegionSet: [access.region],
        useArnRegion: false,
        expectContinueHeader: false,
      });
      const Body = gzip ? await promisify(compress)(lines) : Buffer.from(lines);
      // Buckets with object lock need a checksum; every compatible service knows this one.
      const ContentMD5 = hash('md5', Body, 'base64');
      const kindOfContent = { ContentType, ...(gzip && { ContentEncoding }) };
      return client.send(
        new sdk.PutObjectCommand({ Bucket, Key, Body, ContentMD5, ...kindOfContent }),
        options,
      );
    });
    return ended;
  };
}
