import type { JsonObject } from './json.ts';
import type { AssociationPlan, ForwardHeader } from './plan.ts';

/** One record as the caller gave it. */
export type WriteRecord = { id?: string; fields: JsonObject; associations?: readonly AssociationPlan[] };

/** When a write is done: now, or later and retried until a deadline. */
export type When =
  | { mode: 'synchronous' }
  | { mode: 'asynchronous'; deadlineHours: number; autoBatch?: { maxDelayMinutes: number } };

/** A checked request: wrong combinations of the body's members cannot be said with it. */
export type WriteCommand = { headers: readonly ForwardHeader[] } & (
  | { kind: 'delete'; id: string }
  | { kind: 'single'; type: 'create' | 'update'; record: WriteRecord; when: When }
  | {
      kind: 'batch';
      type: 'create' | 'update';
      records: readonly WriteRecord[];
      allOrNone: boolean;
      when: When;
    }
);
