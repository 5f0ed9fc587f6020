import { isId } from '@writ/service-kit';

/** Our ids are parameters of such names; everything else is somebody's own text, in which case counts. */
const namesId = /(?:^ids?|^actor|Ids?|IdOrName|newerThan)$/;
/** Ids that callers and providers choose. */
const ofOthers: readonly string[] = ['requestId', 'recordId'];

/**
 * Parameters of a path or a query with ids in the one form in which they are stored: UUIDs are read in upper case, too, and
 * written in lower case (RFC 9562 §4).
 */
export function withNormalIds<Parameters extends Readonly<Record<string, unknown>>>(
  parameters: Parameters,
): Parameters {
  let normal = parameters;
  for (const name of Object.keys(parameters)) {
    if (!namesId.test(name) || ofOthers.includes(name)) continue;
    const value = parameters[name];
    const id = Array.isArray(value) ? value.map((one) => normalId(one) ?? (one as unknown)) : normalId(value);
    if (id !== undefined) normal = { ...normal, [name]: id };
  }
  return normal;
}

const idLength = 36;

/** The id in lower case; undefined where it is no id, or is written so already. */
function normalId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length !== idLength) return undefined;
  const lower = value.toLowerCase();
  return lower !== value && isId(lower) ? lower : undefined;
}
