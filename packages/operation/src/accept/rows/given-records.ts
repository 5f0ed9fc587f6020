import type { PlannedRecord } from '@writ/write-core';
import { ownRecordKey } from '../../order/record-order.ts';
import type { RecordJson } from '../../record-columns.ts';

type PlacedRecord = {
  operation: { projectId: string; id: string };
  index: number;
  planned: PlannedRecord;
  stored: RecordJson;
  requestId: string;
};

const planColumns = ['planned', 'associations', 'if_empty', 'if_empty_names', 'upsert'];

/**
 * SQL: part of a `WITH` that stores the records of `givenRecords`.
 * @param number of its parameter
 * @param join joins the records `r`
 */
export function recordsInserted(
  own: Readonly<Record<string, string>>,
  number: number,
  { join = '' } = {},
): string {
  const rest = [...planColumns, 'record_key', 'value_hashes', 'request_id', ...Object.keys(own)];
  const ownTypes = Object.entries(own).map(([name, type]) => `${name} ${type}`);
  return `recorded AS (
    INSERT INTO operation_record (project_id, operation_id, index, ${rest.join(', ')})
    SELECT r.project_id, r.operation_id, r.index, ${rest.map((name) => `r.${name}`).join(', ')}
    FROM json_to_recordset($${number}::json) AS r (project_id uuid, operation_id uuid, index int, planned jsonb,
      associations jsonb, if_empty jsonb, if_empty_names jsonb, upsert jsonb, record_key text, value_hashes text[], request_id text, ${ownTypes.join(', ')})${join}
  )`;
}

/** An absent member is null. */
export const givenRecords = <Placed extends PlacedRecord>(
  records: readonly Placed[],
  own: (record: Placed) => object,
): string => `[${records.map((record) => joined(columnsOf(record, own(record)), record.stored)).join(',')}]`;

const columnsOf = ({ operation, index, planned, requestId }: PlacedRecord, own: object) => ({
  project_id: operation.projectId,
  operation_id: operation.id,
  index,
  record_key: ownRecordKey(planned),
  value_hashes: planned.valueHashes,
  request_id: requestId,
  ...own,
});

/** Neither object is empty. */
const joined = (columns: object, { json }: RecordJson): string =>
  `${JSON.stringify(columns).slice(0, -1)},${json.slice(1)}`;
