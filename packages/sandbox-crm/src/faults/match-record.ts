import querystring from 'node:querystring';
import { isObject, objectsIn, parseJson, scalarText, type JsonObject } from '../json.ts';

export function hasFields(record: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([field, value]) => isSame(record[field], value));
}

export function requestHasRecord(path: string, body: string, wanted: JsonObject): boolean {
  const parsed = parseJson(body);
  return parsed.ok && recordsIn(path, parsed.value).some((record) => hasFields(record, wanted));
}

function isSame(held: unknown, wanted: unknown): boolean {
  if (isObject(wanted)) return isObject(held) && hasFields(held, wanted);
  const text = scalarText(wanted);
  return text === undefined ? held === wanted : scalarText(held) === text;
}

/**
 * HubSpot: `properties`, `inputs[].properties`, and a unique property that `id` is the value of. Salesforce: the body,
 * `records[]`, `compositeRequest[].body`, and the external id in the address of an upsert.
 */
function recordsIn(address: string, body: unknown): JsonObject[] {
  if (!isObject(body)) return [];
  const lists = [body['inputs'], body['records']].filter(Array.isArray).flat() as unknown[];
  const subrequests = objectsIn(body['compositeRequest']) ?? [];
  const nested = subrequests.flatMap(({ url, body: inner }) => recordsIn(String(url), inner));
  const key = externalIdIn(address);
  return [{ ...key, ...body }, ...lists].filter(isObject).map(flattened).concat(nested);
}

/** `…/sobjects/{T}/{field}/{value}` */
function externalIdIn(address: string): JsonObject {
  const [, field, value] = /\/sobjects\/[^/]+\/([^/]+)\/([^/?]+)/.exec(address) ?? [];
  if (field === undefined || value === undefined) return {};
  return { [field]: querystring.unescape(value) };
}

/** The record's own fields beside those of its input. */
export function flattened(record: JsonObject): JsonObject {
  const { idProperty, id, properties } = record;
  const key = typeof idProperty === 'string' ? { [idProperty]: id } : {};
  return { ...record, ...key, ...(isObject(properties) && properties) };
}
