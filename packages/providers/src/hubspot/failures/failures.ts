import { retryAfterMs, type Faults, type JsonObject, type ProviderFault } from '@writ/write-core';
import type { ProviderAnswer } from '../../transport/exchange.ts';
import { isJsonObject, memberOf, parseJson, objectsIn, textOf, textsIn } from '../../transport/json.ts';
import { plainText } from '../../transport/plain-text.ts';
import { isSuccess, readerFor } from '../../transport/read-answer.ts';
import { faultsOr, mostFaults, toFault, verdictByClass, withoutError, type Verdict } from '../../verdict.ts';
import { hubspotDeclaration } from '../declaration.ts';
import { isDayUsedUp, readWindowMs } from '../usage.ts';
import {
  asDaily,
  refusedRecord,
  verdictByCode,
  verdictByPolicy,
  verdictByStatus,
  verdictByWord,
} from './failure-table.ts';

const { recordIdPattern } = hubspotDeclaration;

/** An error body under a 2xx is an error (Providers §2.1). */
export const reader = readerFor({
  declaration: hubspotDeclaration,
  isRefusal: ({ status, json }) => !isSuccess(status) || memberOf(json, 'status') === 'error',
  readFaults,
});

/** One fault per detail, else one for the call (Providers §2.4). */
export function readFaults(answer: ProviderAnswer): Faults {
  const body = isJsonObject(answer.json) ? answer.json : {};
  const verdict = verdictOf(answer, body);
  const details = verdict.retryable ? [] : detailsOf(body);
  const faults = details.map((detail) =>
    detailFault(detail, { verdict, code: codeOf(body), status: answer.status }),
  );
  return faultsOr(faults, () => {
    const said = plainText(body['message']);
    const fault = toFault(verdict, {
      message: withContext(
        said ?? `HubSpot answered ${answer.status} without a reason that can be read.`,
        body,
      ),
      code: codeOf(body),
      matches: matchesIn(body),
      field: undefined,
      status: answer.status,
      retryAfterMs: retryAfterMs(answer.headers) ?? windowMs(answer, verdict),
    });
    return isOfObject.test(said ?? '') ? { ...fault, ofCall: true } : fault;
  });
}

/** The account lacks the object (Providers §2.2). */
const isOfObject = /^Unable to infer object type/;

/**
 * The faults of one batch record, by its category: there is no status.
 * @param names members of a context that name records, left out of messages
 */
export function readItemFaults(item: JsonObject, names?: RegExp): Faults {
  const verdict = byDay(verdictByCategory(item) ?? refusedRecord, item);
  const details = verdict.retryable ? [] : detailsOf(item);
  const message =
    plainText(item['message']) ?? 'HubSpot refused the record without a reason that can be read.';
  const faults = details.map((detail) => detailFault(detail, { verdict, code: codeOf(item), names }));
  return faultsOr(faults, () =>
    toFault(verdict, {
      message: withContext(message, item, names),
      code: codeOf(item),
      matches: matchesIn(item),
    }),
  );
}

export const isNotFound = ({ category }: JsonObject): boolean => category === 'OBJECT_NOT_FOUND';

function verdictOf({ status, headers }: ProviderAnswer, body: JsonObject): Verdict {
  const byStatus = verdictByStatus[status] ?? verdictByClass(status);
  // From 500 on, the call may have written whatever the category says.
  if (status >= 500) return byStatus;
  const policy = textOf(body['policyName']);
  const byPolicy = status === 429 && policy !== undefined ? verdictByPolicy[policy] : undefined;
  if (byPolicy) return byPolicy;
  const isError = body['status'] === 'error' || textOf(body['message']) !== undefined;
  const verdict = verdictByCategory(body) ?? (isError ? byStatus : withoutError(byStatus));
  return byDay(verdict, body, isDayUsedUp(headers));
}

const verdictByCategory = ({ category, errorType }: JsonObject): Verdict | undefined =>
  verdictByName(textOf(category) ?? textOf(errorType));

const verdictByName = (name = ''): Verdict | undefined =>
  verdictByCode[name] ?? verdictByWord.find(([word]) => word.test(name))?.[1];

/** Sometimes only words or headers show that a limit is daily (Providers §2.4). */
const byDay = (verdict: Verdict, { message }: JsonObject, isUsedUp = false): Verdict =>
  verdict.limit === 'burst' && (isUsedUp || /\bdaily\b/i.test(textOf(message) ?? ''))
    ? asDaily(verdict)
    : verdict;

function windowMs({ headers }: ProviderAnswer, { limit, waitMs }: Verdict): number | undefined {
  return limit !== 'burst' || waitMs === 1_000 ? undefined : readWindowMs(headers);
}

function detailFault(
  detail: JsonObject,
  whole: { verdict: Verdict; code: string | undefined; status?: number; names?: RegExp | undefined },
): ProviderFault {
  const own = textOf(detail['code']) ?? textOf(detail['error']);
  const message = plainText(detail['message']) ?? 'HubSpot named no reason.';
  return toFault(verdictByName(own) ?? whole.verdict, {
    message: withContext(message, detail, whole.names),
    code: own ?? whole.code,
    field: fieldOf(detail),
    status: whole.status,
    matches: matchesIn(detail),
  });
}

/** Shown by other members, or ours. */
const untold = /^(?:propertyName|existingId|expire time|objectWriteTraceIds?)$/;
const [mostMembers, mostValues, longestValue] = [5, 10, 100];

/** Adds details such as missing scopes or the id of a bad association. */
function withContext(message: string, { context }: JsonObject, names?: RegExp): string {
  const told = Object.entries(isJsonObject(context) ? context : {})
    .filter(([member]) => !untold.test(member) && names?.test(member) !== true)
    .map(([member, values]): [string, string[]] => [
      member,
      textsIn(values)
        .filter((value) => !message.includes(value))
        .slice(0, mostValues)
        .map((value) => value.slice(0, longestValue)),
    ])
    .filter(([, values]) => values.length > 0)
    .slice(0, mostMembers)
    .map(([member, values]) => `${member.slice(0, longestValue)}: ${values.join(', ')}`);
  return told.length === 0 ? message : (plainText(`${message} (${told.join('; ')})`) ?? message);
}

/** The conflicting record, by context or message (Providers §2.3, §2.4). */
function matchesIn({ context, message }: JsonObject): string[] {
  const said = textOf(message) ?? '';
  const inWords = /Existing ID: (\d+)|(\d+) already has that value/.exec(said);
  return [
    ...textsIn(memberOf(context, 'existingId')),
    ...[inWords?.[1] ?? inWords?.[2]].filter((id) => id !== undefined),
  ].filter((id) => recordIdPattern.test(id));
}

function fieldOf(detail: JsonObject): string | undefined {
  const [named] = textsIn(memberOf(detail['context'], 'propertyName'));
  return named ?? textOf(detail['in']) ?? textOf(detail['name']);
}

/** `errors[]`, else the list inside the message (Providers §2.3). */
function detailsOf(body: JsonObject): JsonObject[] {
  const details = objectsIn(body['errors']);
  if (details.length > 0) return details.slice(0, mostFaults);
  const message = textOf(body['message']) ?? '';
  const at = message.indexOf('[{');
  return at === -1 ? [] : objectsIn(parseJson(message.slice(at))).slice(0, mostFaults);
}

/** An expiry in 1970 is none: such a token was never valid (Providers §2.4). */
function codeOf(body: JsonObject): string | undefined {
  const category = textOf(body['category']);
  if (category === 'EXPIRED_AUTHENTICATION' && textOf(body['message'])?.includes('1970')) {
    return 'INVALID_AUTHENTICATION';
  }
  return textOf(body['policyName']) ?? category ?? textOf(body['errorType']);
}
