/** A record, as JSON has it. */
export type JsonRecord = Record<string, unknown>;

/** Only a number with an exponent, or one of 309 digits, can be more than JavaScript has room for. */
const mayBeTooLarge = /\d[eE]|\d{309}/;

/**
 * Reads a JSON object that is to be written. `why`: what keeps it from that. A number that JavaScript takes for infinite is
 * refused here as the service refuses it, since it would be sent as `null`, which empties a field; and so is a name that
 * comes twice, since only its last value would be sent.
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

/** What structure and names of a JSON text are told by. */
const marks = /\\.|["{}:]/g;

/** A name that one object of a JSON text has twice. */
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
