import { retryAfterMs, type Faults, type JsonObject, type ProviderFault } from '@writ/write-core';
import type { ProviderAnswer } from '../../transport/exchange.ts';
import { isJsonObject, memberOf, objectsIn, textOf, textsIn } from '../../transport/json.ts';
import { plainText } from '../../transport/plain-text.ts';
import { isSuccess, readerFor } from '../../transport/read-answer.ts';
import { faultsOr, mostFaults, toFault, verdictByClass, withoutError, type Verdict } from '../../verdict.ts';
import { ambiguousKeyCode } from '../../upsert/upsert-faults.ts';
import { salesforceDeclaration } from '../declaration.ts';
import {
  moved,
  refusedRecord,
  rowsByCode,
  rowsByWords,
  verdictByStatus,
  verdictOfCall,
} from './failure-table.ts';

const { recordIdPattern } = salesforceDeclaration;

export const reader = readerFor({
  declaration: salesforceDeclaration,
  isRefusal: ({ status }) => !isSuccess(status),
  readFaults,
});

/** The body is a list of errors, one error, an OAuth error, XML, or unreadable (Providers §1.4). */
export function readFaults(answer: ProviderAnswer): Faults {
  const errors = errorsOf(answer).slice(0, mostFaults);
  return faultsOr(
    errors.map((error) => errorFault(error, answer)),
    () => errorFault({}, answer),
  );
}

/** The code is in `statusCode` (Providers §1.3). */
export function readItemFaults(item: JsonObject): Faults {
  const message = 'Salesforce refused the record and named no reason.';
  const faults = objectsIn(item['errors']).slice(0, mostFaults).map(itemFault);
  return faultsOr(faults, () => toFault({ ...refusedRecord, kind: 'unknown' }, { message }));
}

function errorsOf({ json, text }: ProviderAnswer): JsonObject[] {
  if (Array.isArray(json)) return objectsIn(json);
  return isJsonObject(json) ? [json] : readXmlErrors(text);
}

function errorFault(error: JsonObject, answer: ProviderAnswer): ProviderFault {
  const { status, headers } = answer;
  const { said, ...told } = toldBy(error);
  const isUnknown = isUnknownHost(answer);
  const verdict = isUnknown ? moved : verdictOf(status, told.code, said);
  return toFault(verdict, {
    ...told,
    message: plainText(said) ?? (isUnknown ? unknownHost : silence(status)),
    status,
    retryAfterMs: retryAfterMs(headers),
  });
}

function itemFault(error: JsonObject): ProviderFault {
  const { said, ...told } = toldBy(error);
  const fault = toFault(rowVerdict(told.code, said) ?? refusedRecord, {
    ...told,
    message: plainText(said) ?? 'Salesforce named no reason.',
  });
  return told.code === 'ALL_OR_NONE_OPERATION_ROLLED_BACK' ? { ...fault, rolledBack: true } : fault;
}

/** Of a call, a record in a collection, XML or OAuth. */
function toldBy(error: JsonObject) {
  const said = textOf(error['message']) ?? textOf(error['error_description']);
  const code = textOf(error['errorCode']) ?? textOf(error['statusCode']) ?? textOf(error['error']);
  return {
    said,
    code: code === 'DUPLICATE_EXTERNAL_ID' ? ambiguousKeyCode : code,
    field: textsIn(error['fields']).join(', '),
    ...conflictIn(error, said),
  };
}

/**
 * A duplicate rule lists conflicting records and may allow saving by header; a unique field names one in its
 * message (Providers §1.4, §1.5).
 */
function conflictIn(error: JsonObject, said = '') {
  const duplicates = error['duplicateResult'];
  const allowSave = memberOf(duplicates, 'allowSave');
  const rows = objectsIn(memberOf(duplicates, 'matchResults')).flatMap(({ matchRecords }) =>
    objectsIn(matchRecords).flatMap(({ record }) => textsIn(memberOf(record, 'Id'))),
  );
  const named = /duplicates value on record with id: (\w+)/.exec(said)?.[1];
  const several = /more than one record found for external id field: \[([^\]]*)\]/.exec(said)?.[1] ?? '';
  return {
    matches: [...rows, ...(named === undefined ? [] : [named]), ...several.split(/,\s*/)].filter((id) =>
      recordIdPattern.test(id),
    ),
    ...(typeof allowSave === 'boolean' && { allowSave }),
  };
}

/** From 500 on the call may have written, whatever the code says. */
function verdictOf(status: number, code: string | undefined, said: string | undefined): Verdict {
  const byStatus = verdictByStatus[status] ?? verdictByClass(status);
  if (status >= 500) return byStatus;
  const byCode = verdictOfCall[code ?? ''] ?? rowVerdict(code, said);
  return byCode ?? (code === undefined ? withoutError(byStatus) : byStatus);
}

function rowVerdict(code: string | undefined, said = ''): Verdict | undefined {
  if (code === undefined) return undefined;
  const rows = rowsByCode[code] ?? rowsByWords;
  const row = rows.find(({ says }) => says === undefined || says.test(said));
  if (row === undefined) return undefined;
  const { says: _, ...verdict } = row;
  return verdict;
}

/** The API answers errors in JSON; a page is from an edge without an org at this host. */
const isUnknownHost = ({ status, text }: ProviderAnswer): boolean =>
  status === 404 && /^\s*<(?:!doctype|html)\b/i.test(text);

const unknownHost = 'Salesforce answered 404 with a page: it knows no account at this address.';

function silence(status: number): string {
  if (verdictByStatus[status]?.movedAway)
    return `Salesforce answered ${status}: the account has another address now.`;
  const advice = status === 300 ? ' Look the record up before writing it again.' : '';
  return `Salesforce answered ${status} without a reason that can be read.${advice}`;
}

/** Some Salesforce servers always answer XML. */
function readXmlErrors(text: string): JsonObject[] {
  if (!text.trimStart().startsWith('<?xml') && !/^\s*<(?:\w+:)?(?:Errors?|Envelope)\b/.test(text)) return [];
  const errorCode = elementIn(text, 'errorCode|exceptionCode|faultcode');
  const message = elementIn(text, 'message|exceptionMessage|faultstring');
  if (errorCode === undefined && message === undefined) return [];
  return [{ ...(errorCode !== undefined && { errorCode }), ...(message !== undefined && { message }) }];
}

function elementIn(text: string, names: string): string | undefined {
  const found = new RegExp(`<(?:\\w+:)?(?:${names})(?:\\s[^>]*)?>([^<]+)<`).exec(text)?.[1];
  // SOAP codes have a prefix: sf:INVALID_SESSION_ID.
  return found === undefined ? undefined : unescape(found.trim().replace(/^\w+:(?=[A-Z_]+$)/, ''));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescape(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => entities[name] ?? whole);
}
