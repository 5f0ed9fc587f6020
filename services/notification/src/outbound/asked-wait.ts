import { retryAfterMs } from '@writ/write-core';

/** How long an answer asks to be left alone; undefined where it does not. A header that is repeated is a list. */
export function askedWaitMs(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const { 'retry-after': retryAfter, date } = headers;
  return retryAfterMs({ 'retry-after': retryAfter, date: Array.isArray(date) ? date[0] : date });
}
