import type { IncomingHttpHeaders } from 'node:http';
import type { CodeBook } from '../accounts/code-book.ts';
import type { TokenBook } from '../accounts/token-book.ts';
import type { Account } from '../accounts/account.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { Call } from '../server/call.ts';
import { isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { notFound, refusal } from './salesforce-error.ts';
import { findSobjectType } from './schema/sobject-types.ts';
import type { SobjectType } from './schema/sobject-types.ts';

/** What the Salesforce double is built from. */
export type SalesforceContext = {
  readonly tokens: TokenBook;
  readonly codes: CodeBook;
  readonly clock: { now(): number };
  readonly nextRecordNumber: () => number;
  /** The `instance_url` of every org, as the caller of these headers knows it, without a slash at the end. */
  readonly baseUrl: (headers: IncomingHttpHeaders) => string;
};

/** One call, or one subrequest of a composite call, to a version of the REST API. */
export type Scope = {
  readonly context: SalesforceContext;
  readonly call: Call;
  /** `v66.0` */
  readonly version: string;
  readonly nowMs: number;
};

/** The type that a path names; an unknown one ends the call. */
export function knownType(name: string): SobjectType {
  const type = findSobjectType(name);
  if (type === undefined) throw notFound();
  return type;
}

export function storeOf(account: Account, type: SobjectType): RecordStore {
  const store = account.stores.get(type.name);
  if (store === undefined) throw new Error(`The account ${account.name} has no store for ${type.name}`);
  return store;
}

/** The body as an object; anything else ends the call. */
export function bodyObject({ call }: Scope): JsonObject {
  if (call.headers['content-type']?.includes('json') !== true) {
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content type must be application/json');
  }
  const parsed = parseJson(call.body);
  if (!parsed.ok) {
    throw refusal(
      400,
      'JSON_PARSER_ERROR',
      `${parsed.message} at [line:${parsed.line}, column:${parsed.column}]`,
    );
  }
  if (!isObject(parsed.value))
    throw refusal(400, 'JSON_PARSER_ERROR', 'An object was expected at [line:1, column:1]');
  return parsed.value;
}

export function methodNotAllowed({ call }: Scope, allowed: string) {
  const message = `HTTP Method '${call.method}' not allowed. Allowed are ${allowed}`;
  return refusal(405, 'METHOD_NOT_ALLOWED', message);
}
