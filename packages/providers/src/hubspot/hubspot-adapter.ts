import type { ProviderAdapter, ProviderCall, ProviderConnection } from '../adapter.ts';
import { failedBatch } from '../batch/failed-batch.ts';
import { inRounds } from '../batch/in-rounds.ts';
import { narrowDown } from '../batch/narrow-down.ts';
import { settleTogether } from '../batch/settle-together.ts';
import { createExchange } from '../exchange.ts';
import { createFindCreated } from '../look-up/find-created.ts';
import { refreshGrant } from '../token-grant.ts';
import type { Transport } from '../transport.ts';
import { readBatchAnswer } from './batch/batch-answer.ts';
import { buildBatchCreateRequest, buildBatchUpdateRequest } from './batch/batch-requests.ts';
import { buildCreateRequest, readCreateAnswer } from './create.ts';
import { hubspotDeclaration } from './declaration.ts';
import { buildDescribeRequest, readDescribeAnswer } from './describe.ts';
import type { HubspotTarget } from './hubspot-target.ts';
import { buildIdentityRequest, readIdentityAnswer } from './identity.ts';
import { alwaysKeysOf, buildLookUpRequest, keyFieldsIn, readLookUpAnswer } from './look-up.ts';
import { tokenPath } from './paths.ts';
import { buildReadRequest, readReadAnswer } from './read.ts';
import { buildRemoveRequest, readRemoveAnswer } from './remove.ts';
import { readTokenAnswer } from './token.ts';
import { buildUpdateRequest, readUpdateAnswer } from './update.ts';
import { readUsage } from './usage.ts';

type HubspotDeps = {
  transport: Transport;
  userAgent: string;
  baseUrl: string;
  /** `v3`, or the date of a newer family: `2026-03`. */
  pathVersion: string;
  monotonicMs: () => number;
};

const always = (): Promise<boolean> => Promise.resolve(true);

/** HubSpot's CRM objects. A create or an update answers with the record, so `readBack` costs nothing. */
export function createHubspotAdapter({
  transport,
  userAgent,
  baseUrl,
  pathVersion,
  monotonicMs,
}: HubspotDeps): ProviderAdapter {
  const exchange = createExchange({ transport, userAgent, baseUrl, readUsage });
  const versionOf = ({ version }: Pick<ProviderConnection, 'version'>): string => version ?? pathVersion;
  const targetOf = ({ connection, objectName }: ProviderCall): HubspotTarget => ({
    version: versionOf(connection),
    objectName,
  });

  const describe = (call: ProviderCall) =>
    exchange(call, buildDescribeRequest(targetOf(call)), readDescribeAnswer);

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
      if (!call.allOrNone) return narrowDown(records, { send, mayCallAgain: call.mayCallAgain ?? always });
      const sent = await send(records);
      return settleTogether('records' in sent ? sent : failedBatch(records.length, sent.faults));
    },

    updateMany(call, records) {
      const mayCallAgain = call.mayCallAgain ?? always;
      const send = (some: typeof records) => {
        const inputs = { names: some.map(({ id }) => id), inResult: 'id', inError: 'ids' };
        const request = buildBatchUpdateRequest(targetOf(call), some);
        return exchange(call, request, (answer) => readBatchAnswer(answer, inputs));
      };
      return inRounds(records, {
        keyOf: hubspotDeclaration.recordKeyOf,
        mayCallAgain,
        send: (round) => narrowDown(round, { send, mayCallAgain }),
      });
    },

    read: (call, ids, fields) =>
      exchange(call, buildReadRequest(targetOf(call), ids, fields), (answer) => readReadAnswer(answer, ids)),
    findCreated: createFindCreated({
      mostValues: 100,
      alwaysKeys: alwaysKeysOf,
      describeKeys: async (call) => {
        const described = await describe(call);
        return described.kind === 'failed' ? described : keyFieldsIn(described);
      },
      isSameName: (a, b) => a === b,
      ask: (call, field, asked) =>
        exchange(call, buildLookUpRequest(targetOf(call), field, asked), (answer) =>
          readLookUpAnswer(answer, field, asked),
        ),
      monotonicMs,
    }),
    describe,
    identify: (call) => exchange(call, buildIdentityRequest(versionOf(call.connection)), readIdentityAnswer),
    refreshToken: (request) =>
      refreshGrant(
        { transport, userAgent, usualTokenUrl: baseUrl + tokenPath(pathVersion) },
        request,
        readTokenAnswer,
      ),
  };
}
