import { hideQuery } from '@writ/http-kit';
import { urlFault } from '../outbound/check-url.ts';
import type { MetadataFault } from './destination-kind.ts';

/** The fault of a member of metadata that is to be a URL, where it is none. What the schema refuses is left to it. */
export function urlFaults(pointer: string, url: unknown): MetadataFault[] {
  if (typeof url !== 'string' || url === '') return [];
  const detail = urlFault(url);
  if (detail === undefined) return [];
  // A fault's value is answered: it must not repeat a password.
  return [{ pointer, detail, ...(!url.includes('@') && { value: hideQuery(url) }) }];
}
