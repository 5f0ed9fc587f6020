import type { Queryable } from '@writ/db';
import type { EndedOperation, EndedRecord } from '../operation.ts';
import { toStoredFault } from '../stored-fault.ts';

const sql = `
  WITH recorded AS (
    INSERT INTO operation_record (project_id, operation_id, index, planned, associations, if_empty, record_key,
      request_id, status, record_id, errors)
    VALUES ($1, $2, 0, $15, $16, $17, $18, $14, $19, $20, $21)
  )
  INSERT INTO operation (project_id, id, integration_id, installation_id, config_id, connection_id, group_ref, provider,
    account, object_name, type, mode, form, all_or_none, status, result, request_id, attempt, last_attempt_at,
    record_count, succeeded, failed, create_time, update_time)
  SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7, $8, $9, $10, $11, 'synchronous', $22, $23::bool,
    $12, $13, $14, 1, begun, 1, $24::int, 1 - $24::int, begun, now
  FROM (SELECT now, now - $25::float8 * interval '1 ms' AS begun FROM (SELECT clock_timestamp() AS now) AS clock) AS moment`;

/**
 * Records one synchronous write of one record that has ended and has nothing for its log. What `recordEndedOperations`
 * does for many, this does for one at half the price: nearly all where few are written at a time.
 */
export async function recordOneEnded(
  tx: Queryable,
  operation: EndedOperation,
  { planned, faults, recordId }: EndedRecord,
): Promise<void> {
  const failed = faults.length > 0;
  await tx.query({
    name: 'record-one-ended-operation',
    text: sql,
    values: [
      operation.projectId,
      operation.id,
      operation.integrationId,
      operation.installationId,
      operation.configId,
      operation.connectionId,
      operation.groupRef,
      operation.provider,
      operation.account,
      operation.objectName,
      operation.type,
      operation.status,
      operation.result,
      operation.requestId,
      jsonOf(planned.fields),
      jsonOf(planned.associations),
      jsonOf(planned.ifEmpty),
      planned.key,
      failed ? 'failed' : 'written',
      recordId ?? planned.id,
      failed ? jsonOf(faults.map(toStoredFault)) : undefined,
      operation.form,
      operation.allOrNone,
      failed ? 0 : 1,
      operation.tookMs,
    ],
  });
}

/** A list would be taken for an array of Postgres. */
const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
