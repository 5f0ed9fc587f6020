import { isJsonObject, type JsonObject, type JsonValue } from '@writ/contracts';

/** From the top down to a member. */
export type MemberPath = readonly string[];

export function memberAt(value: JsonValue | undefined, path: MemberPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (holder, name) => (isJsonObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined),
    value,
  );
}

/**
 * A copy with the member at a path replaced, or removed if undefined. Creates missing maps.
 * @param copies maps that earlier changes copied: changed in place
 */
export function withMember(
  value: JsonValue | undefined,
  path: MemberPath,
  member: JsonValue | undefined,
  copies: Set<JsonValue> = new Set(),
): JsonValue | undefined {
  const below = (here: JsonValue | undefined, level: number): JsonValue | undefined => {
    const name = path[level];
    if (name === undefined) return member;
    const holder = isJsonObject(here) ? here : {};
    const inner = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (inner === undefined && member === undefined) return here;
    const changed = below(inner, level + 1);
    const copy = copies.has(holder) ? holder : { ...holder };
    copies.add(copy);
    if (changed === undefined) Reflect.deleteProperty(copy, name);
    else define(copy, name, changed);
    return copy;
  };
  return below(value, 0);
}

/** Makes `__proto__` a member like others. */
const define = (map: JsonObject, name: string, value: JsonValue): unknown =>
  Object.defineProperty(map, name, { value, writable: true, enumerable: true, configurable: true });

const form = /^(?:\\[\s\S]|[^.\\])+(?:\.(?:\\[\s\S]|[^.\\])+)*$/;

/**
 * Splits a path of an update mask at its dots; a backslash quotes the next character. Undefined for an empty
 * name, which would mean the parent.
 */
export function splitMaskPath(text: string): MemberPath | undefined {
  if (!form.test(text)) return undefined;
  const names = text.match(/(?:\\[\s\S]|[^.\\])+/g) ?? [];
  return names.map((name) => name.replaceAll(/\\([\s\S])/g, '$1'));
}
