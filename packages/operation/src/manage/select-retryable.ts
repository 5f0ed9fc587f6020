import type { Queryable } from '@writ/db';
import {
  writtenWithoutId,
  type AssociationPlan,
  type ForwardHeader,
  type JsonObject,
  type PlannedRecord,
  type WriteType,
} from '@writ/write-core';
import type { OperationTarget } from '../operation.ts';
import { matchingInstallations } from '../read/matching-installations.ts';
import { filterValues, matchesFilter, type OperationFilter } from '../read/operation-filter.ts';
import type { StoredFault } from '../stored-fault.ts';
import { targetColumns, toTarget, type TargetRow } from '../target-row.ts';

/** A failed record, as it was planned; undefined where the plan is kept no longer. */
export type FailedRecord = {
  index: number;
  planned: PlannedRecord | undefined;
  /** It may have been created all the same. */
  inDoubt: boolean;
};

/** An asynchronous operation that has ended and left records unwritten. */
export type RetryableOperation = OperationTarget & {
  id: string;
  type: WriteType;
  form: 'single' | 'batch';
  allOrNone: boolean;
  forwardHeaders: readonly ForwardHeader[];
  deadlineHours: number;
  /** It was an auto batch: its records came from several requests. */
  isAutoBatch: boolean;
  /** Those that are not known to be at the provider; may be none. */
  failed: readonly FailedRecord[];
};

/** Scope of the keys that say which operation was tried again as which. */
export const retryScope = 'operation:retry';

/** SQL: the operation `o` has ended and can be tried again, as far as its row tells. */
const isFailed = `o.due_at IS NULL AND o.failed > 0 AND o.status <> 'in_progress' AND o.mode = 'asynchronous'`;

const columns = `${targetColumns('o')}, o.id, o.type, o.form, o.all_or_none, o.forward_headers, o.deadline_hours, o.stage,
  r.index, r.record_id, r.record_key, r.ambiguous, r.errors, r.planned, r.associations, r.if_empty`;

const withRecords = (operations: string): string => `
  SELECT ${columns} FROM (${operations}) AS o
  JOIN operation_record r ON r.project_id = o.project_id AND r.operation_id = o.id AND r.status = 'failed'
  ORDER BY o.id, r.index`;

const oneSql = withRecords(`SELECT * FROM operation o WHERE o.project_id = $1 AND o.id = $2 AND ${isFailed}`);

/** Those that were tried again before are passed over. */
const chosen = `
  FROM operation o
  WHERE ${matchesFilter} AND ${isFailed} AND ($10::uuid[] IS NULL OR o.installation_id = ANY ($10))
    AND NOT EXISTS (
    SELECT FROM idempotency_key k
    WHERE k.project_id = o.project_id AND k.scope = '${retryScope}' AND k.key = o.id::text)`;

const countSql = `SELECT count(*)::int AS count, clock_timestamp() AS at ${chosen}`;
const pageSql = withRecords(`
  SELECT o.* ${chosen} AND o.create_time <= $11 AND ($12::uuid IS NULL OR o.id > $12) ORDER BY o.id LIMIT $13`);

type Row = TargetRow & {
  id: string;
  type: WriteType;
  form: 'single' | 'batch';
  all_or_none: boolean;
  forward_headers: ForwardHeader[] | null;
  deadline_hours: number;
  stage: string | null;
  index: number;
  record_id: string | null;
  record_key: string | null;
  ambiguous: boolean;
  errors: readonly StoredFault[] | null;
  planned: JsonObject | null;
  associations: AssociationPlan[] | null;
  if_empty: string[] | null;
};

/** The failed records of an ended asynchronous operation; undefined where it has none. */
export async function findRetryable(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<RetryableOperation | undefined> {
  const { rows } = await db.query<Row>(oneSql, [projectId, id]);
  return toOperations(rows)[0];
}

/** How many operations could be tried again now, and which moment that is, in database time. */
export async function countRetryable(
  db: Queryable,
  projectId: string,
  filter: OperationFilter,
): Promise<{ count: number; at: Date }> {
  const values = await chosenValues(db, projectId, filter);
  const { rows } = await db.query<{ count: number; at: Date }>(countSql, values);
  if (!rows[0]) throw new Error('a count gave no row');
  return rows[0];
}

/** The next operations that could be tried again, by id. */
export async function listRetryable(
  db: Queryable,
  projectId: string,
  filter: OperationFilter,
  page: { acceptedBy: Date; afterId: string | undefined; limit: number },
): Promise<readonly RetryableOperation[]> {
  const chosenOnes = await chosenValues(db, projectId, filter);
  const values = [...chosenOnes, page.acceptedBy, page.afterId ?? null, page.limit];
  return toOperations((await db.query<Row>(pageSql, values)).rows);
}

const chosenValues = async (
  db: Queryable,
  projectId: string,
  filter: OperationFilter,
): Promise<unknown[]> => [
  ...filterValues(projectId, filter),
  (await matchingInstallations(db, projectId, filter)) ?? null,
];

function toOperations(rows: readonly Row[]): RetryableOperation[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...toOperation(first), failed: own.filter(isLeft).map(toFailed) }] : [];
  });
}

const isLeft = ({ errors }: Row): boolean => !errors?.some(({ code }) => code === writtenWithoutId);

const toFailed = (row: Row): FailedRecord => ({
  index: row.index,
  inDoubt: row.ambiguous,
  planned: row.planned
    ? {
        ...(row.record_id !== null && row.type !== 'create' && { id: row.record_id }),
        ...(row.record_key !== null && { key: row.record_key }),
        fields: row.planned,
        ...(row.if_empty && { ifEmpty: row.if_empty }),
        ...(row.associations && { associations: row.associations }),
      }
    : undefined,
});

const toOperation = (row: Row): Omit<RetryableOperation, 'failed'> => ({
  ...toTarget(row),
  id: row.id,
  type: row.type,
  form: row.form,
  allOrNone: row.all_or_none,
  forwardHeaders: row.forward_headers ?? [],
  deadlineHours: row.deadline_hours,
  isAutoBatch: row.stage !== null,
});
