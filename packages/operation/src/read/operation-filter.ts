import { allOf, idsWithin, Prisma } from '@writ/db';
import { parkReasonOf, type ParkReason } from '@writ/lanes';
import { cameOfTask } from '@writ/task';
import type { WriteType } from '@writ/write-core';
import type { EntryKind } from '../follow/entry-kinds.ts';
import type { OperationFault, OperationRow, OperationStatus, Waiting } from '../operation.ts';

/** All must match. Times are in UTC, as from `utcTime`. */
export type OperationFilter = {
  /** Tasks of the previous release stored a single one. */
  status?: OperationStatus | readonly OperationStatus[];
  ids?: readonly string[];
  integrationId?: string;
  installationId?: string;
  groupRef?: string;
  provider?: string;
  account?: string;
  resource?: string;
  type?: WriteType;
  mode?: OperationRow['mode'];
  /** Of the last failure. */
  fault?: OperationFault;
  waiting?: Waiting['reason'] | ParkReason;
  /** Ended, with some records written. */
  partial?: boolean;
  ambiguous?: boolean;
  /** Of the operation or a record. */
  requestId?: string;
  idempotencyKey?: string;
  /** At the provider; forms of one id. */
  recordId?: string | readonly string[];
  /** Cancelled or made by a task. */
  taskId?: string;
  since?: string;
  until?: string;
};

/** Distinct; undefined: any. */
export const statusesOf = ({ status }: OperationFilter): readonly OperationStatus[] | undefined =>
  status === undefined ? undefined : [...new Set([status].flat())];

export const entriesIn = (filter: OperationFilter): readonly Exclude<EntryKind, 'value' | 'traceId'>[] =>
  (['idempotencyKey', 'requestId', 'recordId'] as const).filter((kind) => filter[kind] !== undefined);

/** SQL, by an index; the time roughly. */
export function isOfSpan(projectId: string, filter: OperationFilter): Prisma.Sql {
  const { since, until, taskId } = filter;
  const row = { projectId: Prisma.sql`o.project_id`, id: Prisma.sql`o.id` };
  return allOf(
    Prisma.sql`o.project_id = ${projectId}::uuid`,
    idsWithin(Prisma.sql`o.id`, { since, until }),
    taskId !== undefined && cameOfTask(taskId, row),
  );
}

/** SQL. Times are texts, since a `Date` has no microseconds. */
export function matchesFilter(filter: OperationFilter): Prisma.Sql {
  const { installationId, groupRef, provider, account, resource, type, mode, fault, ids } = filter;
  const { integrationId, ambiguous, partial, waiting, since, until } = filter;
  const statuses = statusesOf(filter);
  return allOf(
    statuses !== undefined && Prisma.sql`o.status = ANY (${statuses})`,
    ids !== undefined && Prisma.sql`o.id = ANY (${ids}::uuid[])`,
    integrationId !== undefined && Prisma.sql`o.integration_id = ${integrationId}::uuid`,
    installationId !== undefined && Prisma.sql`o.installation_id = ${installationId}::uuid`,
    groupRef !== undefined && Prisma.sql`o.group_ref = ${groupRef}`,
    provider !== undefined && Prisma.sql`o.provider = ${provider}`,
    account !== undefined && Prisma.sql`o.account = ${account}`,
    resource !== undefined && Prisma.sql`o.object_name = ${resource}`,
    type !== undefined && Prisma.sql`o.type = ${type}`,
    mode !== undefined && Prisma.sql`o.mode = ${mode}`,
    fault !== undefined && Prisma.sql`o.fault = ${fault}`,
    ambiguous !== undefined && Prisma.sql`o.ambiguous = ${ambiguous}`,
    partial !== undefined && Prisma.sql`${isPartial} = ${partial}`,
    since !== undefined && Prisma.sql`o.create_time >= ${since}::timestamptz`,
    until !== undefined && Prisma.sql`o.create_time < ${until}::timestamptz`,
    waiting !== undefined && Prisma.sql`${waitingReason} = ${waiting}`,
    ...ofRecords(filter),
  );
}

const isPartial = Prisma.sql`(o.due_at IS NULL AND o.succeeded > 0 AND o.failed > 0)`;

/** As `OperationView`, with the lane's park; a test compares both. */
const waitingReason = Prisma.sql`CASE
  WHEN o.due_at IS NULL OR (o.claimed AND coalesce(o.lease_until > statement_timestamp(), false)) THEN NULL
  WHEN o.stage = 'accumulating' AND o.due_at > statement_timestamp() THEN 'batch'
  WHEN o.waiting_on IS NOT NULL THEN 'order'
  WHEN o.waiting_for IS NOT NULL THEN o.waiting_for
  WHEN o.due_at > statement_timestamp() AND o.last_fault IS NULL THEN 'order'
  ELSE coalesce(${parkReasonOf(Prisma.sql`o.lane_id`)}, CASE WHEN o.due_at > statement_timestamp() THEN 'retry' END)
END`;

/** A batch's records have their own requests; the operation holds a single written record's id. */
const ofRecords = ({ requestId, idempotencyKey, recordId }: OperationFilter): (Prisma.Sql | false)[] => [
  requestId !== undefined &&
    Prisma.sql`(o.request_id = ${requestId} OR o.form = 'batch' AND ${hasRecord(Prisma.sql`r.request_id = ${requestId}`)})`,
  idempotencyKey !== undefined &&
    Prisma.sql`(o.idempotency_key = ${idempotencyKey}
      OR o.form = 'batch' AND ${hasRecord(Prisma.sql`r.idempotency_key = ${idempotencyKey}`)})`,
  recordId !== undefined && isOfRecord([recordId].flat()),
];

const isOfRecord = (ids: readonly string[]): Prisma.Sql =>
  Prisma.sql`(o.written_id = ANY (${ids}) OR (o.written_id IS NULL OR o.type = 'update')
    AND ${hasRecord(Prisma.sql`(r.record_id = ANY (${ids}) OR r.record_key = ANY (${ids}))`)})`;

/** Not `EXISTS`: Postgres may read the records of all operations. */
const hasRecord = (isIt: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce((
  SELECT true FROM operation_record r
  WHERE r.project_id = o.project_id AND r.operation_id = o.id AND ${isIt} LIMIT 1), false)`;
