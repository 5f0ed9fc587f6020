import type { OperationRecord } from '@writ/contracts';
import type { RecordRow } from '@writ/operation';

/** @param mapping the fields of the request by their names in the CRM */
export function toRecord(row: RecordRow, mapping: Readonly<Record<string, string>>): OperationRecord {
  const { index, status, recordId, created, errors, ambiguous, requestId, idempotencyKey } = row;
  const { planned, upsert, associations } = row;
  const mapped = Object.entries(mapping).filter(
    ([name, field]) => name !== field && Object.hasOwn(planned ?? {}, field),
  );
  return {
    index,
    status,
    ...(recordId !== null && { recordId }),
    ...(created !== null && { created }),
    ...(errors && errors.length > 0 && { errors: [...errors] }),
    ...(ambiguous && { ambiguous }),
    requestId,
    ...(idempotencyKey !== null && { idempotencyKey }),
    ...(upsert && { key: { field: upsert.field, value: upsert.value } }),
    ...(planned && { sent: planned }),
    ...(upsert?.fieldsOfNew && { sentIfNew: upsert.fieldsOfNew }),
    ...(associations &&
      associations.length > 0 && {
        associations: associations.map(({ to, types }) => ({ to, types: [...types] })),
      }),
    ...(mapped.length > 0 && { mapped: Object.fromEntries(mapped) }),
  };
}
