export type JsonRecord = Record<string, unknown>;

/** Only a number with an exponent, or with 309 digits, can be infinite. */
const mayBeTooLarge = /\d[eE]|\d{309}/;

/**
 * An infinite number would be sent as `null`, which empties the field; of a repeated name only the last
 * value.
 */
export function readObject(json: string): { object: JsonRecord } | { why: string } {
  try {
    const object = JSON.parse(json) as unknown;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return noObject;
    if (mayBeTooLarge.test(json) && holdsInfinity(object))
      return { why: 'has a number that is too large; give it as a text' };
    const twice = nameTwice(json);
    if (twice !== undefined) return { why: `has \`${twice}\` twice in one object` };
    return { object: object as JsonRecord };
  } catch {
    return noObject;
  }
}

const noObject = { why: 'is no JSON object' };

const holdsInfinity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsInfinity)
    : typeof value === 'number' && !Number.isFinite(value);

const marks = /\\.|["{}:]/g;

function nameTwice(json: string): string | undefined {
  const open: Set<string>[] = [];
  let textAt: number | undefined;
  let last = '';
  for (const { 0: mark, index } of json.matchAll(marks)) {
    if (mark === '"') {
      if (textAt !== undefined) last = json.slice(textAt, index + 1);
      textAt = textAt === undefined ? index : undefined;
    } else if (textAt !== undefined) continue;
    else if (mark === '{') open.push(new Set());
    else if (mark === '}') open.pop();
    else {
      const name = JSON.parse(last) as string;
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}
