import { isId } from '@writ/service-kit';

/** Parameters with Writ's ids; in other texts, case counts. */
const namesId = /(?:^ids?|^actor|Ids?|IdOrName)$/;
/** Ids of callers and providers. */
const ofOthers: readonly string[] = ['requestId', 'recordId'];

/** Writes Writ's ids in lower case: UUIDs may be sent in upper case, too (RFC 9562 §4). */
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

/** Undefined if it is no id, or in lower case already. */
function normalId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length !== idLength) return undefined;
  const lower = value.toLowerCase();
  return lower !== value && isId(lower) ? lower : undefined;
}
