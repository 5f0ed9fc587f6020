import type { ProviderFault } from './outcome.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;

/**
 * Exponential from 1 s with factor 2 and full jitter, at most 5 min, at least `leastMs` (Contract §4.6).
 * @param attempt from 1
 * @param random from 0 to below 1
 */
export function backoffMs(attempt: number, leastMs: number, random: number): number {
  const ceilingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt - 1, 20));
  return Math.max(leastMs, Math.round(random * ceilingMs));
}

/** By the provider. */
export const askedWaitMs = (faults: readonly ProviderFault[]): number =>
  Math.max(0, ...faults.map(({ retryAfterMs }) => retryAfterMs ?? 0));

/** By the provider, or our own. */
export const leastWaitMs = (faults: readonly ProviderFault[]): number =>
  Math.max(askedWaitMs(faults), ...faults.map(({ ourWaitMs }) => ourWaitMs ?? 0));
