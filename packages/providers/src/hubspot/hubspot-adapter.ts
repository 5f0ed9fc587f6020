import type { BatchOutcome, Failed, PlannedRecord } from '@writ/write-core';
import type { BatchCall, ProviderAdapter } from '../adapter.ts';
import { inRounds } from '../batch/in-rounds.ts';
import { isOfSomeRecord, narrowDown } from '../batch/narrow-down.ts';
import { failedBatch, settleTogether } from '../batch/settle-together.ts';
import { createExchange, performing } from '../transport/exchange.ts';
import { createFindCreated } from '../look-up/find-created.ts';
import { authorizationAddress } from '../authorization-address.ts';
import { codeGrant, refreshGrant, revokeGrant } from '../token-grant.ts';
import type { Transport } from '../transport/transport.ts';
import { batchCreateRequest, batchUpdateRequest, batchUpsertRequest } from './batch.ts';
import { blame, namedByField } from './blame.ts';
import { describing } from '../describe.ts';
import { hubspotDeclaration } from './declaration.ts';
import { describeRequest } from './describe.ts';
import { alwaysKeysOf, keyFieldsRequest, lookUpRequest } from './look-up.ts';
import { authorizeUrlOf, recordPageOf, revokePath, tokenPath, type HubspotTarget } from './paths.ts';
import { buildIdentityRequest, readIdentityAnswer, readRequest } from './read.ts';
import { readTokenAnswer } from './token.ts';
import { readUsage } from './usage.ts';
import { createRequest, removeRequest, updateRequest } from './write.ts';

/** `pathVersion`: `v3`, or a date such as `2026-03`. Absent `authorizeUrl`: the usual page. */
type HubspotEndpoint = { baseUrl: string; pathVersion: string; authorizeUrl?: string | undefined };

const correlationHeader = 'x-hubspot-correlation-id';

/** Writes return the record, so `readBack` costs nothing. */
// eslint-disable-next-line max-lines-per-function -- One member for each one of the port.
export function createHubspotAdapter({
  transport,
  baseUrl,
  pathVersion,
  authorizeUrl: page,
}: HubspotEndpoint & { transport: Transport }): ProviderAdapter {
  const exchange = createExchange({ transport, baseUrl, readUsage, correlationHeader });
  const perform = performing(exchange, ({ objectName }): HubspotTarget => ({
    version: pathVersion,
    objectName,
  }));
  const authorizeUrl = authorizeUrlOf(baseUrl, page);
  const tokenUrl = baseUrl + tokenPath(pathVersion);
  const tokens = { transport, tokenUrl, read: readTokenAnswer };
  const createBatch = perform(batchCreateRequest);
  const describe = perform(describeRequest);
  const updateBatch = perform(batchUpdateRequest);
  const upsertBatch = perform(batchUpsertRequest);

  return {
    declaration: hubspotDeclaration,
    access: {
      baseUrl,
      oauth: {
        authUrl: authorizeUrl,
        tokenUrl,
        explicitScopesRequired: true,
        tokenMetadataFields: {
          workspaceRefField: 'hub_id',
          consumerRefField: 'user_id',
          scopesField: 'scopes',
        },
      },
    },
    create: perform(createRequest),
    update: perform(updateRequest),
    remove: perform(removeRequest),

    async createMany(call, records) {
      const send = (some: readonly PlannedRecord[]) =>
        createBatch(call, some, call.allOrNone, call.objectName);
      if (!call.allOrNone) return narrowed(call, records, send);
      const sent = await send(records);
      if ('records' in sent) return settleTogether(sent);
      return isOfSomeRecord(sent.faults)
        ? blame(call.objectName, records, sent.faults)
        : failedBatch(records.length, sent.faults);
    },

    updateMany: (call, records) =>
      inRounds(records, call, hubspotDeclaration.recordKeyOf, (round) =>
        narrowed(call, round, (some) => updateBatch(call, some, call.objectName)),
      ),

    upsertMany: (call, field, records) =>
      narrowed(call, records, (some) => upsertBatch(call, field, some, call.objectName)),

    read: perform(readRequest),
    describeObject: describing((call) => describe(call, call.objectName)),
    ...createFindCreated({
      mostValues: 100,
      alwaysKeys: alwaysKeysOf,
      describeKeys: perform(keyFieldsRequest),
      ask: perform(lookUpRequest),
    }),
    recordPage: ({ account }, objectName, id) => recordPageOf(baseUrl, { account, objectName, id }),
    identify: (call) => exchange(call, buildIdentityRequest(pathVersion), readIdentityAnswer),
    refreshToken: (request) => refreshGrant(tokens, request),
    revokeToken: (request) =>
      revokeGrant({ ...tokens, tokenUrl: baseUrl + revokePath(pathVersion) }, request),
    authorizationAddress: (request) => authorizationAddress(authorizeUrl, request),
    exchangeCode: (request) => codeGrant(tokens, request),
  };
}

const narrowed = <Item extends PlannedRecord>(
  call: BatchCall,
  records: readonly Item[],
  send: (records: readonly Item[]) => Promise<BatchOutcome | Failed>,
): Promise<BatchOutcome> =>
  narrowDown(records, call, send, (fault, some) => namedByField(fault, some, call.isShared === true));
