import { retryAfterMs, type Faults, type JsonObject, type ProviderFault } from '@writ/write-core';
import type { ProviderAnswer } from '../../transport/exchange.ts';
import { isJsonObject, memberOf, parseJson, objectsIn, textOf, textsIn } from '../../transport/json.ts';
import { plainText } from '../../transport/plain-text.ts';
import { isSuccess, readerFor } from '../../transport/read-answer.ts';
import { faultsOr, mostFaults, toFault, verdictByClass, withoutError } from '../../verdict.ts';
import type { Verdict } from '../../verdict.ts';
import { hubspotDeclaration } from '../declaration.ts';
import { readWindowMs } from '../usage.ts';
import { refusedRecord, verdictByCode, verdictByPolicy, verdictByStatus } from './failure-table.ts';

/** Success is decided by the body, too: an error body under a 2xx is an error (Providers §2.1). */
export const reader = readerFor({
  declaration: hubspotDeclaration,
  isRefusal: ({ status, json }) => !isSuccess(status) || memberOf(json, 'status') === 'error',
  readFaults,
});

/** What HubSpot says went wrong with a whole call: one fault per detail that it names, else one for all (Providers §2.4). */
export function readFaults(answer: ProviderAnswer): Faults {
  const body = isJsonObject(answer.json) ? answer.json : {};
  const verdict = verdictOf(answer, body);
  const details = verdict.retryable ? [] : detailsOf(body);
  const faults = details.map((detail) => detailFault(detail, verdict, answer.status));
  return faultsOr(faults, () => {
    const said = plainText(body['message']);
    const fault = toFault(verdict, {
      message: said ?? `HubSpot answered ${answer.status} without a reason that can be read.`,
      code: codeOf(body),
      field: undefined,
      status: answer.status,
      retryAfterMs: retryAfterMs(answer.headers) ?? windowMs(answer, verdict),
    });
    return isOfObject.test(said ?? '') ? { ...fault, ofCall: true } : fault;
  });
}

/** The account has no such object, so that whatever is sent to it is refused (Providers §2.2). */
const isOfObject = /^Unable to infer object type/;

/** What HubSpot says went wrong with one record of a batch: there is no status, so the category decides. */
export function readItemFaults(item: JsonObject): Faults {
  const verdict = verdictByCode[textOf(item['category']) ?? ''] ?? refusedRecord;
  const details = verdict.retryable ? [] : detailsOf(item);
  const message =
    plainText(item['message']) ?? 'HubSpot refused the record without a reason that can be read.';
  const faults = details.map((detail) => detailFault(detail, verdict));
  return faultsOr(faults, () => toFault(verdict, { message, code: codeOf(item) }));
}

/** Whether an error of a batch says only that there is no such record. */
export const isNotFound = ({ category }: JsonObject): boolean => category === 'OBJECT_NOT_FOUND';

function verdictOf({ status }: ProviderAnswer, body: JsonObject): Verdict {
  const byStatus = verdictByStatus[status] ?? verdictByClass(status);
  // From 500 on no category counts: whatever it says, the call may have written.
  if (status >= 500) return byStatus;
  const policy = textOf(body['policyName']);
  if (status === 429 && policy !== undefined) return verdictByPolicy[policy] ?? byStatus;
  const isError = body['status'] === 'error' || textOf(body['message']) !== undefined;
  return verdictByCode[textOf(body['category']) ?? ''] ?? (isError ? byStatus : withoutError(byStatus));
}

/** The window that was exceeded, as the answer states it (Providers §2.4). */
function windowMs({ headers }: ProviderAnswer, { limit, waitMs }: Verdict): number | undefined {
  return limit !== 'burst' || waitMs === 1_000 ? undefined : readWindowMs(headers);
}

function detailFault(detail: JsonObject, whole: Verdict, status?: number): ProviderFault {
  const code = textOf(detail['code']) ?? textOf(detail['error']);
  const message = plainText(detail['message']) ?? 'HubSpot named no reason.';
  return toFault(verdictByCode[code ?? ''] ?? whole, { message, code, field: fieldOf(detail), status });
}

function fieldOf(detail: JsonObject): string | undefined {
  const [named] = textsIn(memberOf(detail['context'], 'propertyName'));
  return named ?? textOf(detail['in']) ?? textOf(detail['name']);
}

/** `errors[]`, or else the list that the message of a validation error embeds (Providers §2.3). */
function detailsOf(body: JsonObject): JsonObject[] {
  const details = objectsIn(body['errors']);
  if (details.length > 0) return details.slice(0, mostFaults);
  const message = textOf(body['message']) ?? '';
  const at = message.indexOf('[{');
  return at === -1 ? [] : objectsIn(parseJson(message.slice(at))).slice(0, mostFaults);
}

/** A date in 1970 is no expiry: such a token never was one (Providers §2.4). */
function codeOf(body: JsonObject): string | undefined {
  const category = textOf(body['category']);
  if (category === 'EXPIRED_AUTHENTICATION' && textOf(body['message'])?.includes('1970')) {
    return 'INVALID_AUTHENTICATION';
  }
  return textOf(body['policyName']) ?? category ?? textOf(body['errorType']);
}
