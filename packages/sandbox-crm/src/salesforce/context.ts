import type { Call } from '../server/call.ts';
import type { DoubleContext } from '../server/double.ts';
import { isObject, parseJson, type JsonObject } from '../json.ts';
import { notFound, refusal } from './salesforce-error.ts';
import { findSobjectType, type SobjectType } from './schema/sobject-types.ts';

/** One call, or one subrequest of a composite call, to a version of the REST API. */
export type Scope = {
  readonly context: DoubleContext;
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
