import { isObject, objectsIn, type JsonObject } from '../../json.ts';
import { bodyObject, type Scope } from '../context.ts';
import { refusal } from '../salesforce-error.ts';

export type Subrequest = {
  readonly method: string;
  readonly url: string;
  readonly referenceId: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

/** Providers §1.3 */
const maxSubrequests = 25;

export function readComposite(scope: Scope): Subrequest[] {
  const body = bodyObject(scope);
  const given = objectsIn(body['compositeRequest']);
  if (given === undefined || given.length === 0)
    throw malformed('compositeRequest must have at least 1 subrequest');
  if (given.length > maxSubrequests) {
    const message = `The composite request has ${given.length} subrequests; up to ${maxSubrequests} are allowed`;
    throw refusal(400, 'LIMIT_EXCEEDED', message);
  }
  const subrequests = given.map(readSubrequest);
  if (new Set(subrequests.map(({ referenceId }) => referenceId)).size < subrequests.length) {
    throw malformed('Each referenceId must be unique');
  }
  return subrequests;
}

function readSubrequest({ method, url, referenceId, body, httpHeaders }: JsonObject): Subrequest {
  if (typeof method !== 'string' || typeof url !== 'string' || typeof referenceId !== 'string') {
    throw malformed('Each subrequest needs method, url and referenceId');
  }
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(referenceId))
    throw malformed(`The referenceId ${referenceId} is not valid`);
  return { method: method.toUpperCase(), url, referenceId, body, headers: readHeaders(httpHeaders) };
}

function readHeaders(given: unknown): Record<string, string> {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function malformed(message: string) {
  return refusal(400, 'INVALID_INPUT', message);
}
