import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type AuditEntry, type JsonObject, type JsonValue } from '@writ/contracts';

export type Changes = AuditEntry['changes'];

/** Beyond these an entry says only that a value changed. */
const mostValueBytes = 1_024;
const mostBytes = 16_384;

/** Members that the entry has elsewhere. */
const untold = new Set(['id', 'projectId', 'createTime', 'updateTime']);

/** The differences by name. Maps are compared member by member; of `secrets` only the names are shown. */
export function changesBetween(
  before: object | undefined,
  after: object | undefined,
  secrets: readonly string[] = [],
): Changes {
  const [old, now] = [plain(before), plain(after)];
  const told = Object.fromEntries([
    ...differences(old, now, '').filter(([name]) => !untold.has(name)),
    ...secrets.map((name) => [name, { changed: true }] as const),
  ]) as Changes;
  if (Buffer.byteLength(JSON.stringify(told)) <= mostBytes) return told;
  const tops = new Set(Object.keys(told).map((name) => name.split('.', 1)[0] ?? name));
  return Object.fromEntries([...tops].map((name) => [name, { changed: true }]));
}

function plain(value: object | undefined): JsonObject {
  const json = JSON.stringify(value ?? {}, (_, member: unknown) => (member === null ? undefined : member));
  return JSON.parse(json) as JsonObject;
}

function differences(before: JsonObject, after: JsonObject, above: string): [string, Changes[string]][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): [string, Changes[string]][] => {
    const [old, now] = [ownMember(before, name), ownMember(after, name)];
    if (isDeepStrictEqual(old, now)) return [];
    if (isMap(old) && isMap(now)) return differences(old ?? {}, now ?? {}, `${above}${name}.`);
    return [[above + name, change(old, now)]];
  });
}

/** Own members only: every object has a `constructor`. */
const ownMember = (map: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

const isMap = (value: JsonValue | undefined): value is JsonObject | undefined =>
  value === undefined || isJsonObject(value);

function change(before: JsonValue | undefined, after: JsonValue | undefined): Changes[string] {
  const isLong = (value: JsonValue | undefined): boolean =>
    value !== undefined && Buffer.byteLength(JSON.stringify(value)) > mostValueBytes;
  if (isLong(before) || isLong(after)) return { changed: true };
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
