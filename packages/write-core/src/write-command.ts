import type { JsonObject } from './json.ts';
import type { AssociationPlan, ForwardHeader } from './plan.ts';

export type WriteRecord = { id?: string; fields: JsonObject; associations?: readonly AssociationPlan[] };

export type When =
  | { mode: 'synchronous' }
  | { mode: 'asynchronous'; deadlineHours: number; autoBatch?: { maxDelayMinutes: number } };

/** Checked; excludes invalid combinations. */
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
