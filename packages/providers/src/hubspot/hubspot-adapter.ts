import type { ProviderAdapter, ProviderCall } from '../adapter.ts';
import { inRounds } from '../batch/in-rounds.ts';
import { narrowDown } from '../batch/narrow-down.ts';
import { failedBatch, settleTogether } from '../batch/settle-together.ts';
import { createExchange } from '../exchange.ts';
import { createFindCreated } from '../look-up/find-created.ts';
import { refreshGrant } from '../token-grant.ts';
import type { Transport } from '../transport.ts';
import { buildBatchCreateRequest, buildBatchUpdateRequest, readBatchAnswer } from './batch.ts';
import { hubspotDeclaration } from './declaration.ts';
import {
  alwaysKeysOf,
  buildDescribeRequest,
  buildLookUpRequest,
  readKeyFields,
  readLookUpAnswer,
} from './look-up.ts';
import { tokenPath, type HubspotTarget } from './paths.ts';
import { buildIdentityRequest, buildReadRequest, readIdentityAnswer, readReadAnswer } from './read.ts';
import { readTokenAnswer } from './token.ts';
import { readUsage } from './usage.ts';
import {
  buildCreateRequest,
  buildRemoveRequest,
  buildUpdateRequest,
  readCreateAnswer,
  readRemoveAnswer,
  readUpdateAnswer,
} from './write.ts';

/** `pathVersion`: `v3`, or the date of a newer path family such as `2026-03`. */
export type HubspotEndpoint = { baseUrl: string; pathVersion: string };

/** HubSpot's CRM objects. A create or an update answers with the record, so `readBack` costs nothing. */
export function createHubspotAdapter({
  transport,
  userAgent,
  baseUrl,
  pathVersion,
}: HubspotEndpoint & { transport: Transport; userAgent: string }): ProviderAdapter {
  const exchange = createExchange({ transport, userAgent, baseUrl, readUsage });
  const targetOf = ({ objectName }: ProviderCall): HubspotTarget => ({ version: pathVersion, objectName });

  return {
    declaration: hubspotDeclaration,
    create: (call, record) => exchange(call, buildCreateRequest(targetOf(call), record), readCreateAnswer),
    update: (call, record) => exchange(call, buildUpdateRequest(targetOf(call), record), readUpdateAnswer),
    remove: (call, id) =>
      exchange(call, buildRemoveRequest(targetOf(call), id), (answer) => readRemoveAnswer(answer, id)),

    async createMany(call, records) {
      const send = (some: typeof records) => {
        const names = Array.from(some.keys(), String);
        const inputs = { names, inResult: 'objectWriteTraceId', inError: 'objectWriteTraceId' };
        const request = buildBatchCreateRequest(targetOf(call), some, call.allOrNone);
        return exchange(call, request, (answer) => readBatchAnswer(answer, inputs));
      };
      if (!call.allOrNone) return narrowDown(records, call, send);
      const sent = await send(records);
      return settleTogether('records' in sent ? sent : failedBatch(records.length, sent.faults));
    },

    updateMany(call, records) {
      const send = (some: typeof records) => {
        const inputs = { names: some.map(({ id }) => id), inResult: 'id', inError: 'ids' };
        const request = buildBatchUpdateRequest(targetOf(call), some);
        return exchange(call, request, (answer) => readBatchAnswer(answer, inputs));
      };
      const { recordKeyOf } = hubspotDeclaration;
      return inRounds(records, call, recordKeyOf, (round) => narrowDown(round, call, send));
    },

    read: (call, ids, fields) =>
      exchange(call, buildReadRequest(targetOf(call), ids, fields), (answer) => readReadAnswer(answer, ids)),
    findCreated: createFindCreated({
      mostValues: 100,
      alwaysKeys: alwaysKeysOf,
      describeKeys: (call) => exchange(call, buildDescribeRequest(targetOf(call)), readKeyFields),
      ask: (call, field, asked) =>
        exchange(call, buildLookUpRequest(targetOf(call), field, asked), (answer) =>
          readLookUpAnswer(answer, field, asked),
        ),
    }),
    identify: (call) => exchange(call, buildIdentityRequest(pathVersion), readIdentityAnswer),
    refreshToken: (request) =>
      refreshGrant(
        { transport, userAgent, tokenUrl: baseUrl + tokenPath(pathVersion) },
        request,
        readTokenAnswer,
      ),
  };
}
