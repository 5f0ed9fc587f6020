import { performance } from 'node:perf_hooks';
import type { KinesisClient, PutRecordsRequestEntry, PutRecordsResultEntry } from '@aws-sdk/client-kinesis';
import { toStorable, type DeliveryRequest, type JsonObject } from '@writ/contracts';
import { createGroupCommit } from '@writ/db';
import { accessOf } from '../aws/access.ts';
import { awsCalls, type Told } from '../aws/aws-calls.ts';
import { keptBytes } from '../aws/guarded-handler.ts';
import type { OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { usualLimitMs } from '../http-outcome.ts';
import { inTime } from '../in-time.ts';
import { beginningOf, readBody, readTemplate, subjectOf } from '../told-event.ts';

// https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html: partition keys count, too.
const mostRecords = 500;
const mostBytes = 5 * 1024 * 1024;
const mostRecordBytes = 1024 * 1024;
const mostKeyLength = 256;

const callsAtOnce = 4;
/** While a call is under way, the deliveries of this time make the next one. */
const gatherMs = 5;

const words = {
  InvalidArgumentException: 'it does not take the records',
  ProvisionedThroughputExceededException: 'the stream gets more than its shards take',
  ResourceNotFoundException: 'the stream does not exist',
};

type Metadata = { streamName: string; partitionKeyTemplate?: string };

/** Deliveries that come together become one call; each has an outcome of its own, and only those that failed come again. */
export function prepareKinesis(destination: OpenDestination, deps: SendDeps): Send {
  const { limitMs = usualLimitMs } = deps;
  const toEntry = entryFor(destination.metadata as Metadata);
  const records = createGroupCommit<PutRecordsRequestEntry, Told>({
    commit: putRecords(destination, deps),
    isContentFault: () => false,
    maxItems: mostRecords,
    concurrency: callsAtOnce,
    weight: { of: sizeOf, most: mostBytes },
    gatherMs,
  });

  return async (outgoing, signal) => {
    const at = deps.clock.now();
    const startedAtMs = performance.now();
    const entry = toEntry(outgoing);
    const told =
      sizeOf(entry) > mostRecordBytes
        ? failed('With its partition key it is larger than the 1 MiB that a record may have.')
        : await inTime(() => records.add(entry), { limitMs, signal }, failed);
    return { at, durationMs: Math.round(performance.now() - startedAtMs), ...told };
  };
}

const failed = (error: string): Told => ({ delivered: false, error });

const sizeOf = ({ Data, PartitionKey }: PutRecordsRequestEntry): number =>
  (Data?.length ?? 0) + Buffer.byteLength(PartitionKey ?? '');

/** A record holds what a webhook is posted. A key that comes out empty is replaced, since there has to be one. */
function entryFor({ partitionKeyTemplate }: Metadata) {
  const fillIn =
    partitionKeyTemplate === undefined ? undefined : readTemplate(partitionKeyTemplate, mostKeyLength);
  return ({ id, body }: Outgoing): PutRecordsRequestEntry & { PartitionKey: string } => {
    const event = readBody(body);
    const key = fillIn ? fillIn(event) : subjectOf(event);
    return {
      Data: Buffer.from(body),
      PartitionKey: beginningOf(key || id, mostKeyLength),
    };
  };
}

/** The record that an attempt would put now, for those who look. */
export function kinesisRequest(metadata: JsonObject, outgoing: Outgoing): DeliveryRequest {
  const settings = metadata as Metadata;
  const { PartitionKey: key } = entryFor(settings)(outgoing);
  return { target: settings.streamName, key, body: outgoing.body };
}

/** Gives what became of each record, in order; always resolves. */
function putRecords(destination: OpenDestination, deps: SendDeps) {
  const { streamName: StreamName } = destination.metadata as Metadata;
  const { settings, call, refused } = awsCalls('kinesis', accessOf(destination), { ...deps, words });
  let client: KinesisClient | undefined;

  return async (Records: readonly PutRecordsRequestEntry[]): Promise<Told[]> => {
    const { output, told } = await call(async (options) => {
      // Loaded by the first delivery: nobody who has no stream is to wait for it at the start.
      const sdk = await import('@aws-sdk/client-kinesis');
      client ??= new sdk.KinesisClient(settings);
      return client.send(new sdk.PutRecordsCommand({ StreamName, Records: [...Records] }), options);
    });
    return Records.map((_, index) => (output ? toldOf(output.Records?.[index], told, refused) : told));
  };
}

function toldOf(
  result: PutRecordsResultEntry | undefined,
  { httpStatus }: Told,
  refused: (code: string) => Told,
): Told {
  const excerpt = toStorable(JSON.stringify(result ?? null).slice(0, keptBytes));
  const answer = { ...(httpStatus !== undefined && { httpStatus }), excerpt };
  if (typeof result?.ErrorCode === 'string') return { ...refused(result.ErrorCode), ...answer };
  if (typeof result?.SequenceNumber === 'string') return { delivered: true, ...answer };
  return { ...failed('The answer does not tell what became of the record.'), ...answer };
}
