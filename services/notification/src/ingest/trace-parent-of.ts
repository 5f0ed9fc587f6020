import type { LifecycleEvent } from '@writ/contracts';
import { readTraceParent } from '@writ/service-kit';

/** The `traceparent` of an event: its extension of CloudEvents, else that of what carried it. */
export const traceParentOf = (event: Partial<LifecycleEvent>, carrier: unknown): string | undefined =>
  readTraceParent(event['traceparent']) ?? readTraceParent(carrier);
