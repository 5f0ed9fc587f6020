import type { ProviderFault } from './outcome.ts';

/**
 * The faults that tell why a write failed: without those of records that were only undone because a neighbour failed,
 * as long as anything else is known (Contract §4.4).
 */
export function culpritsOf(faults: readonly ProviderFault[]): readonly ProviderFault[] {
  const culprits = faults.filter(({ rolledBack }) => rolledBack !== true);
  return culprits.length > 0 ? culprits : faults;
}
