import { hideQuery } from '@writ/http';
import type { AddressRules } from '../outbound/address-rules.ts';
import { checkUrl, urlFault } from '../outbound/check-url.ts';
import type { MetadataFault } from './destination-kind.ts';

export function urlFaults(pointer: string, url: unknown): MetadataFault[] {
  if (typeof url !== 'string' || url === '') return [];
  const detail = urlFault(url);
  if (detail === undefined) return [];
  // The answer shows the value: it must not repeat a password.
  return [{ pointer, detail, ...(!url.includes('@') && { value: hideQuery(url) }) }];
}

/** `value`: as the answer shows it; absent for a secret. */
export async function addressFaults(
  { pointer, value }: Pick<MetadataFault, 'pointer' | 'value'>,
  url: string,
  rules: AddressRules,
): Promise<MetadataFault[]> {
  const detail = await checkUrl(url, rules);
  return detail === undefined ? [] : [{ pointer, detail, ...(value !== undefined && { value }) }];
}

export const urlOrigins = (url: unknown): readonly string[] =>
  typeof url === 'string' && urlFault(url) === undefined ? [new URL(url).origin] : [];
