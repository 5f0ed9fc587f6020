import { createGroupCommit, isContentFault, mostCharactersOfGroup, askAgain, type Queryable } from '@writ/db';
import { faultText } from '@writ/write-core';
import type { Pool } from 'pg';
import { givenOperations, operationsGiven, targetColumns } from '../accept/rows/given-operations.ts';
import { givenRecords, recordsInserted } from '../accept/rows/given-records.ts';
import { noteColumns, notesInserted } from '../accept/rows/note-columns.ts';
import { saidOf, wasSent } from '../attempt/attempt-rows.ts';
import { allTook, fed } from '../follow/feed.ts';
import type { EndedOperation, EndedRecord, StoredCall } from '../operation.ts';
import { charactersOf, recordJson } from '../record-columns.ts';
import { toStoredFault } from '../record-columns.ts';

const own = `form text, all_or_none bool, status text, result text, succeeded int, failed int,
  ambiguous bool, took_ms float8, fault text, idempotency_key text,
  call json`;
const ownOfRecord = {
  status: 'text',
  record_id: 'text',
  created: 'bool',
  errors: 'jsonb',
  ambiguous: 'bool',
};

const record = {
  name: 'record-ended-operations',
  text: `
  WITH given AS (${operationsGiven(own, 1)}
  ), moment AS (
    SELECT clock_timestamp() AS now
  ), ended AS (
    INSERT INTO operation (${targetColumns}, id, type, mode, form, all_or_none, status, result, attempt, last_attempt_at,
      record_count, succeeded, failed, ambiguous, request_id, trace_parent, fault, idempotency_key, call, create_time,
      update_time)
    SELECT ${targetColumns}, id, type, 'synchronous', form, all_or_none, status, result, 1, begun, succeeded + failed, succeeded,
      failed, ambiguous, request_id, trace_parent, fault, idempotency_key, call, begun, now
    FROM given, moment, LATERAL (SELECT now - took_ms * interval '1 ms' AS begun) AS began
    ORDER BY ordinality
    ON CONFLICT DO NOTHING
    RETURNING project_id, id
  ), begun AS (
    DELETE FROM synchronous_write w USING given WHERE w.project_id = given.project_id AND w.id = given.id
  ), ${recordsInserted(ownOfRecord, 3, { join: ' JOIN ended ON ended.id = r.operation_id' })},
  ${notesInserted(4, { join: ' JOIN ended ON ended.id = n.operation_id' })},
  ${fed(allTook('recorded', 'ended'))}
  SELECT FROM moment LIMIT 0`,
};

/** Records ended synchronous writes, so that every write can be found (Contract §4.2). */
export function createRecordEnded(pool: Pool): (operation: EndedOperation) => Promise<void> {
  const records = createGroupCommit<EndedOperation, undefined>({
    commit: async (operations) => {
      await askAgain(() => recordEndedOperations(pool, operations));
      return operations.map(() => undefined);
    },
    isContentFault,
    maxItems: 200,
    weight: {
      of: ({ records: ended }) => charactersOf(ended.map(({ planned }) => planned)),
      most: mostCharactersOfGroup,
    },
    concurrency: 2,
  });
  return (operation) => records.add(operation);
}

/**
 * Records operations in one statement, and deletes their begun writes. Those recorded already stay unchanged;
 * the statement waits for one being recorded.
 */
export async function recordEndedOperations(
  tx: Queryable,
  operations: readonly EndedOperation[],
): Promise<void> {
  const written = (operation: EndedOperation): number =>
    operation.records.filter(({ faults }) => faults.length === 0).length;
  const records = operations.flatMap((operation) =>
    operation.records.map((one, index) => ({
      operation,
      index,
      stored: recordJson(one.planned),
      requestId: operation.requestId,
      ...one,
    })),
  );
  await tx.query({
    ...record,
    values: [
      ...givenOperations(operations, (o) => ({
        form: o.form,
        all_or_none: o.allOrNone,
        status: o.status,
        result: o.result,
        succeeded: written(o),
        failed: o.records.length - written(o),
        ambiguous: o.records.some((one) => isAmbiguous(o, one)),
        took_ms: o.tookMs,
        fault: o.fault,
        idempotency_key: o.idempotencyKey,
        call: callOf(o),
      })),
      givenRecords(records, ({ operation, faults, recordId, created, planned }) => ({
        status: faults.length === 0 ? 'written' : 'failed',
        record_id: recordId ?? planned.id,
        created,
        errors: faults.length === 0 ? undefined : faults.map(toStoredFault),
        ambiguous: isAmbiguous(operation, { faults }),
      })),
      ...noteColumns(operations),
    ],
  });
}

/** It may exist although it is reported as failed. Repeating an update changes nothing. */
const isAmbiguous = (
  { type }: Pick<EndedOperation, 'type'>,
  { faults }: Pick<EndedRecord, 'faults'>,
): boolean => type === 'create' && faults.some(({ sent }) => sent === 'unknown');

function callOf({ call, records, ofNoRecord = [] }: EndedOperation): StoredCall {
  const sent = records.filter(({ faults }) => faults.length === 0 || wasSent(faults)).length;
  const message = saidOf(
    records.flatMap(({ faults }) => faults),
    ofNoRecord.map(faultText),
  );
  return { ...call, ...(sent < records.length && { sent }), ...(message !== undefined && { message }) };
}
