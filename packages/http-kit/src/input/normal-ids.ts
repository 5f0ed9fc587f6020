import { isId } from '@writ/service-kit';

/** Ids are parameters of such names; everything else is somebody's own text, in which case counts. */
const namesId = /(?:^id|Id|IdOrName)$/;

/**
 * Parameters of a path or a query with ids in the one form in which they are stored: UUIDs are read in upper case, too, and
 * written in lower case (RFC 9562 §4).
 */
export function withNormalIds<Parameters extends Readonly<Record<string, unknown>>>(
  parameters: Parameters,
): Parameters {
  let normal = parameters;
  for (const name of Object.keys(parameters)) {
    const id = normalId(name, parameters[name]);
    if (id !== undefined) normal = { ...normal, [name]: id };
  }
  return normal;
}

const idLength = 36;

/** The id in lower case; undefined where it is no id, or is written so already. */
function normalId(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length !== idLength || !namesId.test(name)) return undefined;
  const lower = value.toLowerCase();
  return lower !== value && isId(lower) ? lower : undefined;
}
