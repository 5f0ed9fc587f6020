import type { JsonObject } from './json.ts';
import type { AssociationPlan, ForwardHeader } from './plan.ts';

export type WriteRecord = { id?: string; fields: JsonObject; associations?: readonly AssociationPlan[] };

export type When =
  | { mode: 'synchronous' }
  | { mode: 'asynchronous'; deadlineHours: number; autoBatch?: { maxDelayMinutes: number } };

export type WriteCommand = { headers: readonly ForwardHeader[] } & (
  | { kind: 'delete'; id: string }
  | (WhatIsDone & { kind: 'single'; record: WriteRecord; when: When })
  | (WhatIsDone & { kind: 'batch'; records: readonly WriteRecord[]; allOrNone: boolean; when: When })
);

/** `key`: name in the request of the field that finds the record. */
type WhatIsDone = { type: 'create' | 'update' } | { type: 'upsert'; key: string; mustExist: boolean };
