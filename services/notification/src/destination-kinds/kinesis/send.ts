import type { KinesisClient, PutRecordsRequestEntry, PutRecordsResultEntry } from '@aws-sdk/client-kinesis';
import { toStorable, type DeliveryRequest, type JsonObject } from '@writ/contracts';
import { createGroupCommit } from '@writ/db';
import { failed, inTime, timed, type Ended } from '../attempt.ts';
import { accessOf } from '../aws/access.ts';
import { awsCalls } from '../aws/aws-calls.ts';
import { keptBytes } from '../aws/guarded-handler.ts';
import type { OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { beginningOf, readBody, readTemplate, subjectOf } from '../told-event.ts';

// https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html; bytes include partition keys.
const mostRecords = 500;
const mostBytes = 5 * 1024 * 1024;
const mostRecordBytes = 1024 * 1024;
const mostKeyLength = 256;

const callsAtOnce = 4;
const gatherMs = 5;

const words = {
  InvalidArgumentException: 'it does not take the records',
  ProvisionedThroughputExceededException: 'the stream gets more than its shards take',
  ResourceNotFoundException: 'the stream does not exist',
};

type Metadata = { streamName: string; partitionKeyTemplate?: string };

/** Concurrent deliveries share a call; each has its own outcome. */
export function prepareKinesis(destination: OpenDestination, deps: SendDeps): Send {
  const toEntry = entryFor(destination.metadata as Metadata);
  const records = createGroupCommit<PutRecordsRequestEntry, Ended>({
    commit: putRecords(destination, deps),
    isContentFault: () => false,
    maxItems: mostRecords,
    concurrency: callsAtOnce,
    weight: { of: sizeOf, most: mostBytes },
    gatherMs,
  });

  return timed(deps, async (outgoing, attempt) => {
    const entry = toEntry(outgoing);
    return sizeOf(entry) > mostRecordBytes
      ? failed('With its partition key it is larger than the 1 MiB that a record may have.')
      : inTime(() => records.add(entry), attempt);
  });
}

const sizeOf = ({ Data, PartitionKey }: PutRecordsRequestEntry): number =>
  (Data?.length ?? 0) + Buffer.byteLength(PartitionKey ?? '');

/** Kinesis needs a key: the delivery's id replaces an empty one. */
function entryFor({ partitionKeyTemplate }: Metadata) {
  const fillIn =
    partitionKeyTemplate === undefined ? undefined : readTemplate(partitionKeyTemplate, mostKeyLength);
  return ({ id, body }: Outgoing): PutRecordsRequestEntry & { PartitionKey: string } => {
    const event = readBody(body);
    const key = fillIn ? fillIn(event) : subjectOf(event);
    return { Data: Buffer.from(body), PartitionKey: beginningOf(key || id, mostKeyLength) };
  };
}

export function kinesisRequest(metadata: JsonObject, outgoing: Outgoing): DeliveryRequest {
  const settings = metadata as Metadata;
  const { PartitionKey: key } = entryFor(settings)(outgoing);
  return { target: settings.streamName, key, body: outgoing.body };
}

function putRecords(destination: OpenDestination, deps: SendDeps) {
  const { streamName: StreamName } = destination.metadata as Metadata;
  const { settings, call, refused } = awsCalls('kinesis', accessOf(destination), { ...deps, words });
  let client: KinesisClient | undefined;

  return async (Records: readonly PutRecordsRequestEntry[]): Promise<Ended[]> => {
    const { output, ended } = await call(async (options) => {
      // Loaded late: only processes with a stream pay for it.
      const sdk = await import('@aws-sdk/client-kinesis');
      client ??= new sdk.KinesisClient(settings);
      return client.send(new sdk.PutRecordsCommand({ StreamName, Records: [...Records] }), options);
    });
    return Records.map((_, index) => (output ? outcomeOf(output.Records?.[index], ended, refused) : ended));
  };
}

function outcomeOf(
  result: PutRecordsResultEntry | undefined,
  { httpStatus }: Ended,
  refused: (code: string) => Ended,
): Ended {
  const excerpt = toStorable(JSON.stringify(result ?? null).slice(0, keptBytes));
  const answer = { ...(httpStatus !== undefined && { httpStatus }), excerpt };
  if (typeof result?.ErrorCode === 'string') return { ...refused(result.ErrorCode), ...answer };
  if (typeof result?.SequenceNumber === 'string') return { delivered: true, ...answer };
  return { ...failed('The answer does not say whether the record was taken.'), ...answer };
}
