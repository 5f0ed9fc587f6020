import type { Failed, ForwardHeader, JsonObject, JsonValue, RecordOutcome } from '@writ/write-core';
import type { PathRequest, ProviderAnswer } from '../transport/exchange.ts';
import { isJsonObject, memberOf, objectsIn } from '../transport/json.ts';
import { unreadableAnswer } from '../transport/read-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { reader } from './failures/failures.ts';
import {
  dataPath,
  forwardedHeaders,
  namingHeaders,
  objectPath,
  recordPath,
  type SalesforceRequest,
} from './paths.ts';

type Input = [write: PathRequest, id: string, readWrite: (answer: ProviderAnswer) => RecordOutcome];

/**
 * A write and the read of its record in one call, counted as one request (Providers §1.3). Salesforce gets
 * forwarded headers on the call, and those it knows on the write; conditions go with the write alone, naming
 * headers with the read, too. A failed read is a warning, since the record is written (Contract §4.2).
 *
 * `id`: the record's, or `@{write.id}` for a new one.
 */
export const readBackRequest: SalesforceRequest<Input, RecordOutcome> = {
  build: (target, write, id) => {
    const own = forwardedHeaders(target.headers.filter(isSalesforceHeader));
    return {
      method: 'POST',
      path: `${dataPath(target)}/composite`,
      headers: forwardedHeaders(target.headers.filter((header) => !isCondition(header))),
      json: {
        allOrNone: false,
        compositeRequest: [
          {
            method: write.method,
            url: write.path,
            referenceId: 'write',
            ...httpHeaders(own),
            body: write.json,
          },
          {
            method: 'GET',
            url: `${objectPath(target)}/${id}`,
            referenceId: 'read',
            ...httpHeaders(namingHeaders(target)),
          },
        ],
      },
    };
  },
  read: reader((answer, _write: PathRequest, _id: string, readWrite: Input[2]) => {
    const [write, read] = objectsIn(memberOf(answer.json, 'compositeResponse')).map(partAnswer);
    if (write === undefined) return undefined;
    const outcome = readWrite(write);
    if (outcome.kind === 'failed' || outcome.recordId === undefined) return outcome;
    const row = read
      ? rowRequest.read(read, outcome.recordId)
      : unreadableAnswer(salesforceDeclaration, answer);
    return withReadBack(outcome, row);
  }),
};

const httpHeaders = (headers: Record<string, string>) =>
  Object.keys(headers).length > 0 && { httpHeaders: headers };

/** The read alone, for a write that cannot be part of such a call. */
export const rowRequest: SalesforceRequest<[id: string], Row> = {
  build: (target, id) => ({
    method: 'GET',
    path: recordPath(target, id),
    headers: namingHeaders(target),
  }),
  read: reader(({ json }) => (isJsonObject(json) ? { kind: 'row', row: json } : undefined)),
};

/** Only the row can meet `If-…` (Providers §1.5). */
const isCondition = ({ key }: ForwardHeader): boolean => /^if-/i.test(key);

/** Subrequests get these only (Providers §1.5). */
const isSalesforceHeader = (header: ForwardHeader): boolean =>
  isCondition(header) || /^(?:sforce-|x-sfdc-)/i.test(header.key);

/** Salesforce would replace or refuse `@{…}`: such a record is written alone. */
export const looksLikeReference = (write: PathRequest): boolean => JSON.stringify(write.json).includes('@{');

export function withReadBack(written: Written, read: Row | Failed): RecordOutcome {
  if (read.kind === 'row') return { ...written, data: read.row };
  const reason = read.faults[0].message;
  return { ...written, warnings: [`The record was written but could not be read back: ${reason}`] };
}

type Written = Extract<RecordOutcome, { kind: 'written' }>;
type Row = { kind: 'row'; row: JsonObject };

function partAnswer({ httpStatusCode, httpHeaders, body }: JsonObject): ProviderAnswer {
  return {
    status: Number(httpStatusCode),
    headers: headersOf(httpHeaders),
    text: '',
    json: body ?? undefined,
  };
}

function headersOf(headers: JsonValue | undefined): Record<string, string> {
  const byName: Record<string, string> = {};
  for (const [name, value] of Object.entries(isJsonObject(headers) ? headers : {})) {
    if (typeof value === 'string') byName[name.toLowerCase()] = value;
  }
  return byName;
}
