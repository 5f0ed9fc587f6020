import type { BatchOutcome, PlannedRecord, ProviderFault, RecordOutcome } from '@writ/write-core';
import { notCalled } from '../account-addresses.ts';
import type { BatchCall, ProviderAdapter, ProviderCall } from '../adapter.ts';
import { inRounds } from '../batch/in-rounds.ts';
import { narrowDown } from '../batch/narrow-down.ts';
import { failedBatch, settleTogether } from '../batch/settle-together.ts';
import { createExchange, performing, type ProviderAnswer } from '../transport/exchange.ts';
import { createFindCreated } from '../look-up/find-created.ts';
import { authorizationAddress } from '../authorization-address.ts';
import { codeGrant, refreshGrant, revokeGrant } from '../token-grant.ts';
import { unreadableAnswer } from '../transport/read-answer.ts';
import type { Transport } from '../transport/transport.ts';
import { withFaults } from '../verdict.ts';
import { salesforceAddresses } from './addresses.ts';
import { collectionRequest, type CollectionWrite } from './collection.ts';
import { looksLikeReference, readBackRequest, rowRequest, withReadBack } from './composite.ts';
import { judgedApart } from './shared-collection.ts';
import { describing } from '../describe.ts';
import { salesforceDeclaration } from './declaration.ts';
import { describeRequest } from './describe.ts';
import { sentId } from './record-id.ts';
import { keyFieldsRequest, lookUpRequest, mayBeQueried, queryLimits } from './look-up.ts';
import {
  accountUrlOf,
  identityPath,
  namingHeaders,
  recordPageOf,
  revokePath,
  tokenPath,
  type SalesforceRequest,
  type SalesforceTarget,
} from './paths.ts';
import { readIdentityAnswer, readRequest } from './read.ts';
import { atHome, authorizationUrlsOf, readTokenAnswer, askedWhereFound, tokenUrlOf } from './token.ts';
import { readUsage } from './usage.ts';
import { createRequest, fitsInPath, removeRequest, updateRequest, upsertRequest } from './write.ts';

/**
 * `loginUrl`: where accounts without a My Domain get tokens, and connections without an address are called.
 * Absent `authorizeUrl`: the consent page is there. `allowHosts`: further hosts that may be called.
 */
type SalesforceEndpoint = {
  apiVersion: string;
  loginUrl: string;
  authorizeUrl?: string | undefined;
  allowHosts?: readonly string[];
};

const noKeys = { kind: 'keys', fields: [] } as const;

/** Writes don't return the record: `readBack` reads it in the same call. */
// eslint-disable-next-line max-lines-per-function -- One member for each one of the port.
export function createSalesforceAdapter({
  transport,
  ...endpoint
}: SalesforceEndpoint & { transport: Transport }): ProviderAdapter {
  const { apiVersion, loginUrl } = endpoint;
  const addresses = salesforceAddresses(endpoint);
  const tokens = { transport, read: readTokenAnswer };
  const exchange = createExchange({
    transport,
    baseUrl: loginUrl,
    notCalled: (address) => notCalled(address, addresses),
    readUsage,
  });
  const targetOf = ({ objectName, headers }: ProviderCall): SalesforceTarget => ({
    version: apiVersion,
    objectName,
    headers: headers ?? [],
  });
  const perform = performing(exchange, targetOf);
  const writeCollection = perform(collectionRequest);
  const writeWithReadBack = perform(readBackRequest);
  const readRow = perform(rowRequest);
  const readRecords = perform(readRequest);
  const removeOne = perform(removeRequest);
  const describeKeys = perform(keyFieldsRequest);

  const writeMany = async (
    call: BatchCall,
    write: Omit<CollectionWrite, 'allOrNone'>,
    records: readonly PlannedRecord[],
  ): Promise<BatchOutcome> => {
    if (!call.allOrNone) {
      const isShared = call.isShared === true;
      return narrowDown(records, call, async (some) => {
        const sent = await writeCollection(call, { ...write, allOrNone: isShared }, some);
        return isShared && 'records' in sent ? judgedApart(sent, some) : sent;
      });
    }
    const sent = await writeCollection(call, { ...write, allOrNone: true }, records);
    return settleTogether('records' in sent ? sent : failedBatch(records.length, sent.faults));
  };

  /**
   * Salesforce answers a missing record like a missing object, unless it repeats the id: a read shows which
   * (Providers §1.4).
   */
  const settleMissing = async (call: ProviderCall, id: string, outcome: RecordOutcome) => {
    const isOpen = ({ code, message }: ProviderFault) => code === 'NOT_FOUND' && !message.includes(id);
    if (outcome.kind === 'written' || !outcome.faults.some(isOpen)) return outcome;
    const read = await readRecords(call, [id], []);
    if (read.kind === 'read') return outcome;
    if (read.faults.some(({ retryable }) => retryable)) return withFaults(read, { sent: 'rejected' });
    return withFaults(outcome, { kind: 'invalid' });
  };

  const readAfter = async (call: ProviderCall, written: RecordOutcome): Promise<RecordOutcome> => {
    if (!call.readBack || written.kind === 'failed' || written.recordId === undefined) return written;
    return withReadBack(written, await readRow(call, written.recordId));
  };

  const writing =
    <Given extends PlannedRecord>(
      request: SalesforceRequest<[Given], RecordOutcome>,
      idOf: (record: Given) => string,
    ) =>
    async (call: ProviderCall, record: Given): Promise<RecordOutcome> => {
      const readWrite = (answer: ProviderAnswer) => request.read(answer, record);
      const write = request.build(targetOf(call), record);
      if (call.readBack && !looksLikeReference(write)) {
        return writeWithReadBack(call, write, idOf(record), readWrite);
      }
      return readAfter(call, await exchange(call, write, readWrite));
    };

  const updateOne = writing(updateRequest, ({ id }) => encodeURIComponent(sentId(id)));
  const upsertOne = writing(upsertRequest, () => '@{write.id}');

  return {
    declaration: salesforceDeclaration,
    accountAddresses: addresses,
    access: {
      baseUrl: accountUrlOf(loginUrl),
      oauth: {
        authUrl: authorizationUrlsOf(undefined, endpoint).page,
        tokenUrl: tokenUrlOf(undefined, loginUrl),
        explicitScopesRequired: false,
        tokenMetadataFields: {
          workspaceRefField: 'instance_url',
          consumerRefField: 'id',
          scopesField: 'scope',
        },
      },
    },
    create: writing(createRequest, () => '@{write.id}'),
    update: async (call, record) => settleMissing(call, record.id, await updateOne(call, record)),
    remove: async (call, id) => settleMissing(call, id, await removeOne(call, id)),
    createMany: (call, records) => writeMany(call, { method: 'POST' }, records),
    updateMany(call, records) {
      const write = { method: 'PATCH' } as const;
      if (call.allOrNone) return writeMany(call, write, records);
      const { recordKeyOf } = salesforceDeclaration;
      return inRounds(records, call, recordKeyOf, (round) => writeMany(call, write, round));
    },
    async upsert(call, upsertBy, record) {
      if (fitsInPath(record)) return upsertOne(call, record);
      const sent = await writeCollection(call, { method: 'PATCH', allOrNone: false, upsertBy }, [record]);
      const written = 'records' in sent ? sent.records[0] : sent;
      return readAfter(call, written ?? unreadableAnswer(salesforceDeclaration, { status: 200 }));
    },
    upsertMany: (call, upsertBy, records) => writeMany(call, { method: 'PATCH', upsertBy }, records),

    read: readRecords,
    describeObject: describing(perform(describeRequest)),
    ...createFindCreated({
      ...queryLimits,
      describeKeys: async (call) => (mayBeQueried(call.objectName) ? describeKeys(call) : noKeys),
      describedBy: (call) => namingHeaders(targetOf(call)),
      ask: perform(lookUpRequest),
    }),
    recordPage: ({ baseUrl }, _objectName, id) => recordPageOf(baseUrl, id),
    identify: (call) => exchange(call, { method: 'GET', path: identityPath }, readIdentityAnswer),
    refreshToken: async (request) => {
      const fault = notCalled(request.baseUrl, addresses);
      if (fault) return { kind: 'failed', fault, dead: false };
      const refreshAt = (tokenUrl: string) => refreshGrant({ ...tokens, tokenUrl }, request);
      return atHome(await askedWhereFound(refreshAt, request, loginUrl), request.baseUrl, addresses);
    },
    revokeToken: async (request) => {
      const fault = notCalled(request.baseUrl, addresses);
      if (fault) return { kind: 'failed', fault, dead: false };
      const revokeAt = (url: string) =>
        revokeGrant({ ...tokens, tokenUrl: url.replace(tokenPath, revokePath) }, request);
      return askedWhereFound(revokeAt, request, loginUrl);
    },
    authorizationAddress: (request) =>
      authorizationAddress(authorizationUrlsOf(request.baseUrl, endpoint).page, request),
    exchangeCode: (request) =>
      codeGrant({ ...tokens, tokenUrl: authorizationUrlsOf(request.baseUrl, endpoint).tokenUrl }, request),
  };
}
