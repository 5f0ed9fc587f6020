import { breakerConformance } from './breaker-conformance.ts';
import { quotaConformance } from './quota-conformance.ts';
import { lookConformance } from './look-conformance.ts';
import type { Subject } from './states-subject.ts';

/** What the states that all share and those of one process have in common: all of it. */
export function statesConformance(subject: Subject): void {
  quotaConformance(subject);
  breakerConformance(subject);
  lookConformance(subject);
}
