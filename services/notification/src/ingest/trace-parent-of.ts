import type { LifecycleEvent } from '@writ/contracts';
import { readTraceParent } from '@writ/service-kit';

/** The extension of CloudEvents, else the carrier's. */
export const traceParentOf = (event: Partial<LifecycleEvent>, carrier: unknown): string | undefined =>
  readTraceParent(event['traceparent']) ?? readTraceParent(carrier);
