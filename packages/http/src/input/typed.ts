import { namesIn } from '@writ/contracts';

/**
 * A body as rules see it: values of a wrong JSON type are undefined, members may be missing, and a text may
 * be none of the schema's values.
 */
export type Typed<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly (Typed<Item> | undefined)[]
    : Value extends object
      ? { readonly [Name in keyof Value]?: Typed<Value[Name]> | undefined }
      : Value;

/** A copy with the values at these JSON Pointers undefined. Their members stay. */
export function blanked(body: unknown, places: Iterable<string>): unknown {
  const copy: unknown = structuredClone(body);
  for (const place of places) {
    const names = namesIn(place);
    const last = names.pop() ?? '';
    const holder = names.reduce<unknown>((part, name) => (isHolder(part) ? part[name] : undefined), copy);
    if (isHolder(holder)) Reflect.set(holder, last, undefined);
  }
  return copy;
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
