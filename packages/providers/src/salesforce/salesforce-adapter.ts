import type { BatchOutcome, PlannedRecord, RecordOutcome } from '@writ/write-core';
import type { BatchCall, ProviderAdapter, ProviderCall } from '../adapter.ts';
import { inRounds } from '../batch/in-rounds.ts';
import { failedBatch, settleTogether } from '../batch/settle-together.ts';
import { createExchange } from '../exchange.ts';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { createFindCreated } from '../look-up/find-created.ts';
import { refreshGrant } from '../token-grant.ts';
import type { Transport } from '../transport.ts';
import { buildCollectionRequest, readCollectionAnswer } from './collection.ts';
import {
  buildReadBackRequest,
  buildRowRequest,
  looksLikeReference,
  readReadBackAnswer,
  readRow,
  withReadBack,
} from './composite.ts';
import { salesforceDeclaration } from './declaration.ts';
import {
  buildDescribeRequest,
  buildLookUpRequest,
  mayBeQueried,
  queryLimits,
  readKeyFields,
  readLookUpAnswer,
} from './look-up.ts';
import type { SalesforceTarget } from './paths.ts';
import { buildIdentityRequest, buildReadRequest, readIdentityAnswer, readReadAnswer } from './read.ts';
import { readTokenAnswer, tokenUrlOf } from './token.ts';
import { readUsage } from './usage.ts';
import {
  buildCreateRequest,
  buildRemoveRequest,
  buildUpdateRequest,
  readCreateAnswer,
  readDoneAnswer,
} from './write.ts';

/**
 * `apiVersion`: such as `66.0`. `loginUrl`: where tokens come from whose account has no My Domain, and where calls go
 * whose connection has no address.
 */
export type SalesforceEndpoint = { apiVersion: string; loginUrl: string };

const noKeys = { kind: 'keys', fields: [] } as const;

type ReadWrite = (answer: ProviderAnswer) => RecordOutcome;

/** Salesforce's REST API. A write answers with no record: with `readBack` it is read in the same call. */
export function createSalesforceAdapter({
  transport,
  userAgent,
  apiVersion,
  loginUrl,
}: SalesforceEndpoint & { transport: Transport; userAgent: string }): ProviderAdapter {
  const exchange = createExchange({ transport, userAgent, baseUrl: loginUrl, readUsage });
  const targetOf = ({ objectName, headers }: ProviderCall): SalesforceTarget => ({
    version: apiVersion,
    objectName,
    headers: headers ?? [],
  });

  const writeMany = async (
    call: BatchCall,
    method: 'POST' | 'PATCH',
    records: readonly PlannedRecord[],
  ): Promise<BatchOutcome> => {
    const request = buildCollectionRequest(targetOf(call), method, records, call.allOrNone);
    const sent = await exchange(call, request, (answer) => readCollectionAnswer(answer, records));
    const outcome = 'records' in sent ? sent : failedBatch(records.length, sent.faults);
    return call.allOrNone ? settleTogether(outcome) : outcome;
  };

  const writeAndRead = async (call: ProviderCall, write: PathRequest, id: string, readWrite: ReadWrite) => {
    const target = targetOf(call);
    if (!looksLikeReference(write)) {
      const request = buildReadBackRequest(target, write, id);
      return exchange(call, request, (answer) => readReadBackAnswer(answer, readWrite));
    }
    const written = await exchange(call, write, readWrite);
    if (written.kind === 'failed') return written;
    return withReadBack(written, await exchange(call, buildRowRequest(target, written.recordId), readRow));
  };

  return {
    declaration: salesforceDeclaration,

    create(call, record) {
      const write = buildCreateRequest(targetOf(call), record);
      if (!call.readBack) return exchange(call, write, readCreateAnswer);
      return writeAndRead(call, write, '@{write.id}', readCreateAnswer);
    },

    update(call, record) {
      const write = buildUpdateRequest(targetOf(call), record);
      const readWrite: ReadWrite = (answer) => readDoneAnswer(answer, record.id);
      if (!call.readBack) return exchange(call, write, readWrite);
      return writeAndRead(call, write, encodeURIComponent(record.id), readWrite);
    },

    remove: (call, id) =>
      exchange(call, buildRemoveRequest(targetOf(call), id), (answer) => readDoneAnswer(answer, id)),
    createMany: (call, records) => writeMany(call, 'POST', records),
    updateMany(call, records) {
      if (call.allOrNone) return writeMany(call, 'PATCH', records);
      const { recordKeyOf } = salesforceDeclaration;
      return inRounds(records, call, recordKeyOf, (round) => writeMany(call, 'PATCH', round));
    },

    read: (call, ids, fields) =>
      exchange(call, buildReadRequest(targetOf(call), ids, fields), (answer) => readReadAnswer(answer, ids)),
    findCreated: createFindCreated({
      ...queryLimits,
      describeKeys: async (call) =>
        mayBeQueried(call.objectName)
          ? exchange(call, buildDescribeRequest(targetOf(call)), readKeyFields)
          : noKeys,
      ask: (call, field, asked) =>
        exchange(call, buildLookUpRequest(targetOf(call), field, asked), (answer) =>
          readLookUpAnswer(answer, field, asked),
        ),
    }),
    identify: (call) => exchange(call, buildIdentityRequest(), readIdentityAnswer),
    refreshToken: (request) =>
      refreshGrant(
        { transport, userAgent, tokenUrl: tokenUrlOf(request.baseUrl, loginUrl) },
        request,
        readTokenAnswer,
      ),
  };
}
