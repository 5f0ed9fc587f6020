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
  const written = Object.entries(parameters).flatMap(([name, value]) => {
    const lower = typeof value === 'string' && namesId.test(name) ? value.toLowerCase() : undefined;
    return lower !== undefined && lower !== value && isId(lower) ? [[name, lower] as const] : [];
  });
  return written.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(written) };
}
