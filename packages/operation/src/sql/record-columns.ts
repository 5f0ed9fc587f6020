import type { PlannedRecord } from '@writ/write-core';

type PlacedRecord = { operation: { projectId: string; id: string }; planned: PlannedRecord; index: number };

/** Columns project, operation, index, planned, associations and if_empty of record rows, for `unnest`. */
export const recordColumns = (records: readonly PlacedRecord[]): unknown[][] => [
  records.map(({ operation }) => operation.projectId),
  records.map(({ operation }) => operation.id),
  records.map(({ index }) => index),
  records.map(({ planned }) => JSON.stringify(planned.fields)),
  records.map(({ planned }) => (planned.associations ? JSON.stringify(planned.associations) : null)),
  records.map(({ planned }) => (planned.ifEmpty ? JSON.stringify(planned.ifEmpty) : null)),
];
