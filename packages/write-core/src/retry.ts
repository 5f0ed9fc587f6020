import type { ProviderFault } from './outcome.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;

/**
 * The wait before the next attempt (Contract §4.6): exponential from 1 s with factor 2 and full jitter, at most 5 min,
 * never less than the provider asked for.
 *
 * @param attempt attempts begun so far, from 1
 * @param random from 0 up to but excluding 1
 */
export function backoffMs(attempt: number, askedMs: number, random: number): number {
  const ceilingMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempt - 1, 20));
  return Math.max(askedMs, Math.round(random * ceilingMs));
}

/** The least wait that any of the faults asks for. */
export const askedWaitMs = (faults: readonly ProviderFault[]): number =>
  Math.max(0, ...faults.map(({ retryAfterMs }) => retryAfterMs ?? 0));
