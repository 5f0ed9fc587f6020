import { breakerConformance } from './breaker-conformance.ts';
import { quotaConformance } from './quota-conformance.ts';
import { lookConformance } from './look-conformance.ts';
import type { Subject } from './states-subject.ts';

/** Shared states behave as those of one process. */
export function statesConformance(subject: Subject): void {
  quotaConformance(subject);
  breakerConformance(subject);
  lookConformance(subject);
}
