import { testBatches } from './batch-conformance.ts';
import type { ConformanceSubject } from './conformance-kit.ts';
import { testDescribing } from './describe-conformance.ts';
import { testFailures } from './failure-conformance.ts';
import { testIfEmpty } from './if-empty-conformance.ts';
import { testLookUp } from './look-up-conformance.ts';
import { testOrders } from './order-conformance.ts';
import { testUpserts } from './upsert-conformance.ts';
import { testWrites } from './write-conformance.ts';

/** What the callers of every adapter rely on, whatever the provider. A new provider has to pass all of it. */
export function testAdapterConformance(subject: ConformanceSubject): void {
  testWrites(subject);
  testFailures(subject);
  testIfEmpty(subject);
  testLookUp(subject);
  testDescribing(subject);
  if (!subject.declaration.batch) return;
  testBatches(subject);
  testOrders(subject);
  testUpserts(subject);
}
