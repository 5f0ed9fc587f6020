import { isObject } from '../../json.ts';

/** The bodies of the subrequests that have been answered, by reference id. */
export type Answered = ReadonlyMap<string, unknown>;

export type Filled = { ok: true; value: unknown } | { ok: false; message: string };

const reference = /@\{([A-Za-z0-9_]+)((?:\.[A-Za-z0-9_]+|\[\d+\])*)\}/g;

/** Puts values of earlier answers in the place of each `@{referenceId.path}`, through all of a body or address. */
export function fillReferences(value: unknown, answered: Answered): Filled {
  const missing: string[] = [];
  const filled = fill(value, (whole, id, path) => {
    const found = follow(answered.get(id), path);
    if (found === undefined)
      missing.push(`Invalid reference specified. No value for ${whole.slice(2, -1)} found in ${id}`);
    return found;
  });
  return missing.length === 0 ? { ok: true, value: filled } : { ok: false, message: missing.join('; ') };
}

type LookUp = (whole: string, id: string, path: string) => unknown;

function fill(value: unknown, lookUp: LookUp): unknown {
  if (typeof value === 'string') return fillText(value, lookUp);
  if (Array.isArray(value)) return value.map((item) => fill(item, lookUp));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, lookUp)]));
}

/** A text that is nothing but a reference takes on the value's type. */
function fillText(text: string, lookUp: LookUp): unknown {
  if (!text.includes('@{')) return text;
  const alone = new RegExp(`^${reference.source}$`).exec(text);
  if (alone !== null) return lookUp(alone[0], alone[1] ?? '', alone[2] ?? '');
  return text.replace(reference, (whole, id: string, path: string) => String(lookUp(whole, id, path)));
}

function follow(from: unknown, path: string): unknown {
  let value = from;
  for (const step of path.match(/[A-Za-z0-9_]+/g) ?? []) {
    if (Array.isArray(value)) value = value[Number(step)] as unknown;
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}
