import type { IncomingHttpHeaders } from 'node:http';

/**
 * How long ago, by the provider's clock, something was made that it told of in an answer. Its `Date` header names the
 * moment of the answer, so that it does not matter how far the provider's clock is from ours. Undefined where one of
 * the two can't be read.
 */
export function ageMs(headers: IncomingHttpHeaders, createdAt: string | undefined): number | undefined {
  const age = Date.parse(headers.date ?? '') - Date.parse(createdAt ?? '');
  return Number.isNaN(age) ? undefined : age;
}
