import type { StoredRecord } from '../../records/record-store.ts';
import type { Reply } from '../../server/call.ts';
import { objectsIn, scalarText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { HubspotRefusal, validationFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { bodyObject, textList } from '../read-json.ts';
import { propertyText, renderObject } from './render-object.ts';
import { wantedProperties } from './single-object.ts';

type Test = (held: string | undefined, filter: JsonObject) => boolean;

/** Compares as numbers where both are, else as text; property values at HubSpot don't know their case. */
const tests: Readonly<Record<string, Test>> = {
  EQ: (held, filter) => compare(held, filter['value']) === 0,
  NEQ: (held, filter) => compare(held, filter['value']) !== 0,
  GT: (held, filter) => compare(held, filter['value']) > 0,
  GTE: (held, filter) => compare(held, filter['value']) >= 0,
  LT: (held, filter) => compare(held, filter['value']) < 0,
  LTE: (held, filter) => compare(held, filter['value']) <= 0,
  IN: (held, filter) => textList(filter['values']).some((value) => compare(held, value) === 0),
  NOT_IN: (held, filter) => !textList(filter['values']).some((value) => compare(held, value) === 0),
  HAS_PROPERTY: (held) => held !== undefined,
  NOT_HAS_PROPERTY: (held) => held === undefined,
};

/** Finds living records: filters within a group must all hold, and one group is enough. */
export function searchObjects(scope: ObjectScope): Reply {
  const body = bodyObject(scope.call);
  const groups = readGroups(scope, body);
  const limit = Math.min(Number(body['limit'] ?? 10) || 10, 200);
  const after = Number(body['after'] ?? 0) || 0;
  const names = wantedProperties(scope, textList(body['properties']));
  const found = candidates(scope, groups).filter((record) => passes(scope, record, groups));
  const page = found.slice(after, after + limit);
  const more = found.length > after + limit;
  return {
    status: 200,
    json: {
      total: found.length,
      results: page.map((record) => renderObject(scope.type, record, names)),
      ...(more && { paging: { next: { after: String(after + limit) } } }),
    },
  };
}

function readGroups(scope: ObjectScope, body: JsonObject): JsonObject[][] {
  const groups = objectsIn(body['filterGroups'] ?? [])?.map((group) => objectsIn(group['filters'] ?? []));
  const single = body['filters'] === undefined ? [] : [objectsIn(body['filters'])];
  const read = [...(groups ?? [undefined]), ...single];
  for (const filter of read.flat()) checkFilter(scope, filter);
  return read.filter((group) => group !== undefined);
}

function checkFilter({ type }: ObjectScope, filter: JsonObject | undefined): void {
  const name = String(filter?.['propertyName']);
  const operator = String(filter?.['operator']);
  if (filter !== undefined && type.properties.has(name) && operator in tests) return;
  throw new HubspotRefusal(
    validationFault(`There was a problem with the request: property ${name}, operator ${operator}`),
  );
}

/** A search for one value of a unique property need not look at every record. */
function candidates({ store }: ObjectScope, groups: readonly JsonObject[][]): StoredRecord[] {
  const unique =
    groups.length === 1 ? groups[0]?.find((filter) => isLookUp(store.uniqueFields, filter)) : undefined;
  if (unique === undefined) return [...store.all()].filter((record) => record.deletedAtMs === undefined);
  const holder = store.holder(String(unique['propertyName']), scalarText(unique['value']) ?? '');
  return holder === undefined ? [] : [holder];
}

function isLookUp(uniqueFields: readonly string[], filter: JsonObject): boolean {
  return filter['operator'] === 'EQ' && uniqueFields.includes(String(filter['propertyName']));
}

function passes({ type }: ObjectScope, record: StoredRecord, groups: readonly JsonObject[][]): boolean {
  if (groups.length === 0) return true;
  return groups.some((group) =>
    group.every((filter) =>
      tests[String(filter['operator'])]?.(propertyText(type, record, String(filter['propertyName'])), filter),
    ),
  );
}

/** NaN, which fails every comparison but "not equal", when the property is unset. */
function compare(held: string | undefined, wanted: unknown): number {
  const text = scalarText(wanted);
  if (held === undefined || text === undefined) return Number.NaN;
  const [left, right] = [asNumber(held), asNumber(text)];
  if (left !== undefined && right !== undefined) return left - right;
  const [a, b] = [held.toLowerCase(), text.toLowerCase()];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Numbers and moments compare as numbers: a moment may be given in milliseconds or as ISO 8601. */
function asNumber(text: string): number | undefined {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : undefined;
}
