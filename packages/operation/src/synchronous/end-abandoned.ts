import type { Database, Queryable } from '@writ/db';
import { resultTexts, type ProviderFault } from '@writ/write-core';
import type { BegunWrite, EndedOperation } from '../operation.ts';
import { recordEndedOperations } from './record-ended-operations.ts';

export type ExpiredWrite = { projectId: string; id: string };

const expiredSql = `
  SELECT project_id AS "projectId", id FROM synchronous_write
  WHERE lease_until < clock_timestamp() ORDER BY lease_until LIMIT 1000`;

/** Begun writes whose lease has expired: their process died, or could not reach Postgres. */
export const expiredWrites = async (db: Queryable): Promise<readonly ExpiredWrite[]> =>
  (await db.query<ExpiredWrite>(expiredSql)).rows;

const takeSql = `
  SELECT operation, extract(epoch FROM clock_timestamp() - begin_time)::float8 * 1000 AS "tookMs"
  FROM synchronous_write WHERE project_id = $1 AND id = $2 AND lease_until < clock_timestamp()
  FOR UPDATE SKIP LOCKED`;

/**
 * Records an expired write as failed with an unknown outcome. False if its process has recorded it meanwhile.
 */
export const endAbandoned = (
  { transaction }: Pick<Database, 'transaction'>,
  { projectId, id }: ExpiredWrite,
): Promise<boolean> =>
  transaction(async ({ sql }) => {
    const { rows } = await sql.query<{ operation: BegunWrite; tookMs: number }>(takeSql, [projectId, id]);
    await recordEndedOperations(
      sql,
      rows.map(({ operation, tookMs }) => withoutOutcome(operation, tookMs)),
    );
    return rows.length > 0;
  });

const lost: ProviderFault = {
  kind: 'unknown',
  sent: 'unknown',
  retryable: false,
  message:
    'The process that sent the write died before it recorded the outcome. Look for the record in the CRM.',
};

const withoutOutcome = ({ records, ...write }: BegunWrite, tookMs: number): EndedOperation => ({
  ...write,
  status: 'failure',
  result: resultTexts.failed(write.objectName, lost.message),
  tookMs,
  fault: lost.kind,
  records: records.map((planned) => ({ planned, faults: planned.refused ?? [lost] })),
});
