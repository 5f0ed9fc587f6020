import { breakerConformance } from './breaker-conformance.ts';
import type { Subject } from './counters-subject.ts';
import { quotaConformance } from './quota-conformance.ts';

/** What the shared counters and those of one process have in common: all of it. */
export function countersConformance(subject: Subject): void {
  quotaConformance(subject);
  breakerConformance(subject);
}
