import type { JsonObject, JsonValue } from '@writ/contracts';

/** Names from the top of a JSON value down to a member. */
export type MemberPath = readonly string[];

/** The member at a path; undefined where there is none. */
export function memberAt(value: JsonValue | undefined, path: MemberPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (holder, name) => (isMap(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined),
    value,
  );
}

/** A copy whose member at a path is replaced, or removed where `member` is undefined. Maps on the way are made. */
export function withMember(
  value: JsonValue | undefined,
  path: MemberPath,
  member: JsonValue | undefined,
): JsonValue | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const holder = isMap(value) ? value : {};
  const inner = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (inner === undefined && member === undefined) return value;
  const changed = withMember(inner, rest, member);
  const others = Object.entries(holder).filter(([other]) => other !== name);
  return fromEntries(changed === undefined ? others : [...others, [name, changed]]);
}

export const isMap = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Object.fromEntries` defines members, so that a name such as `__proto__` is a member like others. */
const fromEntries = (entries: readonly (readonly [string, JsonValue])[]): JsonObject =>
  Object.fromEntries(entries);
