import type { ForwardHeader } from '@writ/write-core';

/** The caller's headers, by their names in small letters; so ours, which are added later, replace and never double them. */
export function forwardedHeaders(headers: readonly ForwardHeader[]): Record<string, string> {
  const forwarded: Record<string, string> = {};
  for (const { key, value } of headers) forwarded[key.toLowerCase()] = value;
  return forwarded;
}

/** A condition on the record (`If-Unmodified-Since`, …), which makes sense for the row alone (Providers §1.5). */
export const isCondition = ({ key }: ForwardHeader): boolean => /^if-/i.test(key);

/** What Salesforce itself understands: a subrequest is given these and no others (Providers §1.5). */
export const isSalesforceHeader = (header: ForwardHeader): boolean =>
  isCondition(header) || /^(?:sforce-|x-sfdc-)/i.test(header.key);
