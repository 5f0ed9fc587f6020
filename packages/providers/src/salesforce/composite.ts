import type { Failed, JsonObject, JsonValue, RecordOutcome } from '@writ/write-core';
import type { PathRequest, ProviderAnswer } from '../exchange.ts';
import { isJsonObject, objectsIn } from '../json.ts';
import { unreadableAnswer } from '../unreadable-answer.ts';
import { salesforceDeclaration } from './declaration.ts';
import { readFaults } from './failures.ts';
import { forwardedHeaders, isCondition, isSalesforceHeader } from './forwarded-headers.ts';
import { dataPath, objectPath, recordPath } from './paths.ts';
import type { SalesforceTarget } from './salesforce-target.ts';

/**
 * A write and the reading of what it wrote, in one call that costs one request of the quota (Providers §1.3).
 * Forwarded headers go with the call, and with the write in it where Salesforce knows them; a condition on the record
 * goes with the write alone.
 *
 * @param id of the record, or `@{write.id}` where the write makes it
 */
export function buildReadBackRequest(target: SalesforceTarget, write: PathRequest, id: string): PathRequest {
  const own = forwardedHeaders(target.headers.filter(isSalesforceHeader));
  const read = {
    method: 'GET',
    url: `${objectPath(target.version, target.objectName)}/${id}`,
    referenceId: 'read',
  };
  return {
    method: 'POST',
    path: `${dataPath(target.version)}/composite`,
    headers: forwardedHeaders(target.headers.filter((header) => !isCondition(header))),
    json: {
      allOrNone: false,
      compositeRequest: [
        {
          method: write.method,
          url: write.path,
          referenceId: 'write',
          ...(Object.keys(own).length > 0 && { httpHeaders: own }),
          body: write.json,
        },
        read,
      ],
    },
  };
}

/** The same read on its own, for a write that can't be part of such a call. */
export function buildRowRequest({ version, objectName }: SalesforceTarget, id: string): PathRequest {
  return { method: 'GET', path: recordPath(version, objectName, id) };
}

/**
 * Whether a value looks like a reference to another answer of the call (`@{…}`), which Salesforce would replace or
 * refuse: such a record has to be written on its own.
 */
export const looksLikeReference = (write: PathRequest): boolean => JSON.stringify(write.json).includes('@{');

/** The outcome of the write; a read-back that failed is a warning, since the record is written (Contract §4.2). */
export function readReadBackAnswer(
  answer: ProviderAnswer,
  readWrite: (answer: ProviderAnswer) => RecordOutcome,
): RecordOutcome {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  const parts = isJsonObject(answer.json) ? objectsIn(answer.json['compositeResponse']) : [];
  const [write, read] = parts.map(partAnswer);
  if (write === undefined) return unreadableAnswer(salesforceDeclaration, answer);
  const outcome = readWrite(write);
  if (outcome.kind === 'failed') return outcome;
  return withReadBack(
    outcome,
    read === undefined ? unreadableAnswer(salesforceDeclaration, answer) : readRow(read),
  );
}

export function readRow(answer: ProviderAnswer): RowRead {
  if (answer.status !== 200) return { kind: 'failed', faults: readFaults(answer) };
  return isJsonObject(answer.json)
    ? { kind: 'row', row: answer.json }
    : unreadableAnswer(salesforceDeclaration, answer);
}

/** What was written, as it was read back: a read that failed takes nothing from the write. */
export function withReadBack(written: Written, read: RowRead): RecordOutcome {
  if (read.kind === 'row') return { ...written, data: read.row };
  const reason = read.faults[0].message;
  return { ...written, warnings: [`The record was written but could not be read back: ${reason}`] };
}

type Written = Extract<RecordOutcome, { kind: 'written' }>;
type RowRead = { kind: 'row'; row: JsonObject } | Failed;

/** An answer within the answer, in the form of one. */
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
