import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DeliveryRequest, JsonObject } from '@writ/contracts';
import { newId } from '@writ/db';
import { accessOf } from '../aws/access.ts';
import { awsCalls, type Told } from '../aws/aws-calls.ts';
import type { ObjectBounds, OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { usualLimitMs } from '../http-outcome.ts';
import { inTime } from '../in-time.ts';
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

/** An attempt puts one object, whole: another one under its name overwrites it with the same lines. */
export function prepareS3(destination: OpenDestination, deps: SendDeps): Send {
  const { limitMs = usualLimitMs } = deps;
  const { metadata } = destination;
  const put = putObject(destination, deps);

  return async (outgoing, signal) => {
    const at = deps.clock.now();
    const startedAtMs = performance.now();
    const failed = (error: string): Told => ({ delivered: false, error });
    const object = { name: outgoing.objectName ?? s3ObjectName(metadata, at), lines: `${outgoing.body}\n` };
    const told = await inTime(() => put(object), { limitMs, signal }, failed);
    return { at, durationMs: Math.round(performance.now() - startedAtMs), ...told };
  };
}

/** The name of a new object. */
export const s3ObjectName = (metadata: JsonObject, at: Date): string =>
  objectName(metadata, { id: newId(), at });

/** When an object is made, by what metadata says or is usual. */
export function s3Bounds(metadata: JsonObject): ObjectBounds {
  const { maxEvents = 1_000, maxBytes = 4_194_304, maxAgeSeconds = 60 } = metadata as Metadata;
  return { maxEvents, maxBytes, maxAgeMs: maxAgeSeconds * 1_000 };
}

const ContentType = 'application/x-ndjson';
const ContentEncoding = 'gzip';

/** The line of an object, and the object's name once it was decided, for those who look. */
export function s3Request(metadata: JsonObject, { body, objectName: key }: Outgoing): DeliveryRequest {
  const { bucket: target, gzip = false } = metadata as Metadata;
  const headers = { 'content-type': ContentType, ...(gzip && { 'content-encoding': ContentEncoding }) };
  return { target, ...(key !== undefined && { key }), headers, body };
}

/** Puts an object; always resolves. */
function putObject(destination: OpenDestination, deps: SendDeps) {
  const { bucket: Bucket, gzip = false } = destination.metadata as Metadata;
  const access = accessOf(destination);
  const { settings, call } = awsCalls('s3', access, { ...deps, words });
  let client: S3Client | undefined;

  return async ({ name: Key, lines }: { name: string; lines: string }): Promise<Told> => {
    const { told } = await call(async (options) => {
      // Loaded by the first delivery: nobody who has no bucket is to wait for it at the start.
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
      // A bucket whose objects are locked takes none without a checksum; this one every service that speaks as S3 does knows.
      const ContentMD5 = hash('md5', Body, 'base64');
      const kindOfContent = { ContentType, ...(gzip && { ContentEncoding }) };
      return client.send(
        new sdk.PutObjectCommand({ Bucket, Key, Body, ContentMD5, ...kindOfContent }),
        options,
      );
    });
    return told;
  };
}
