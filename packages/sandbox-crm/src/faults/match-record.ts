import { isObject, parseJson, scalarText, type JsonObject } from '../json.ts';

export function hasFields(record: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([field, value]) => isSame(record[field], value));
}

export function bodyHasRecord(body: string, wanted: JsonObject): boolean {
  const parsed = parseJson(body);
  return parsed.ok && recordsIn(parsed.value).some((record) => hasFields(record, wanted));
}

function isSame(held: unknown, wanted: unknown): boolean {
  if (isObject(wanted)) return isObject(held) && hasFields(held, wanted);
  const text = scalarText(wanted);
  return text === undefined ? held === wanted : scalarText(held) === text;
}

/** HubSpot: `properties`, `inputs[].properties`. Salesforce: the body, `records[]`, `compositeRequest[].body`. */
function recordsIn(body: unknown): JsonObject[] {
  if (!isObject(body)) return [];
  const lists = [body['inputs'], body['records']].filter(Array.isArray).flat() as unknown[];
  const subrequests = Array.isArray(body['compositeRequest']) ? (body['compositeRequest'] as unknown[]) : [];
  const nested = subrequests.flatMap((request) => (isObject(request) ? recordsIn(request['body']) : []));
  return [body, ...lists].filter(isObject).map(flattened).concat(nested);
}

function flattened(record: JsonObject): JsonObject {
  return isObject(record['properties']) ? { ...record, ...record['properties'] } : record;
}
