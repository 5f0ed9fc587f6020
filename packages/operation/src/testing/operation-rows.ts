import type { OperationWorld } from './operation-world.ts';

export type OperationRow = {
  id: string;
  lane_id: string;
  installation_id: string;
  type: string;
  status: string;
  stage: string | null;
  attempt: number;
  unsent_attempts: number;
  claimed: boolean;
  due: boolean;
  /** Its settlement left no log line. */
  simply_written: boolean;
  waiting_on: string | null;
  position: number;
  record_count: number;
  succeeded: number;
  failed: number;
  deadline_hours: number;
  ambiguous: boolean;
  ambiguous_record: boolean;
  /** Since its creation. */
  due_after_minutes: number | null;
  records: { n: number; index: number; status: string }[];
  /** Distinct ids of updated records, or keys of upserts. */
  keys: string[];
  order_keys: number;
  /** Cancelled while it was sent, and the attempt's lease still runs. */
  held: boolean;
  cancelled: boolean;
  /** Numbers of applied settlements, from log lines. */
  applied: number[];
  /** For comparison. */
  whole: string;
};

const sql = `
  SELECT o.id, o.lane_id, o.installation_id, o.type, o.status, o.stage, o.attempt, o.unsent_attempts, o.claimed, o.due_at IS NOT NULL AS due,
    o.written_id IS NOT NULL AS simply_written,
    o.waiting_on, o.position::int, o.record_count, o.succeeded, o.failed, o.deadline_hours, o.ambiguous,
    (SELECT bool_or(r.ambiguous) FROM operation_record r
      WHERE r.project_id = o.project_id AND r.operation_id = o.id) AS ambiguous_record,
    (extract(epoch FROM o.due_at - o.create_time) / 60)::float8 AS due_after_minutes,
    (SELECT json_agg(json_build_object('n', (r.planned->>'n')::int, 'index', r.index,
        'status', CASE WHEN o.written_id IS NULL THEN r.status ELSE 'written' END)
        ORDER BY r.index)
      FROM operation_record r WHERE r.project_id = o.project_id AND r.operation_id = o.id) AS records,
    ARRAY(SELECT DISTINCT coalesce(r.record_key, r.record_id) FROM operation_record r
      WHERE r.project_id = o.project_id AND r.operation_id = o.id AND o.type IN ('update', 'upsert')) AS keys,
    (SELECT count(*)::int FROM operation_order_key k WHERE k.operation_id = o.id AND k.held_until IS NULL) AS order_keys,
    EXISTS (SELECT FROM operation_order_key k
      WHERE k.operation_id = o.id AND k.held_until > clock_timestamp()) AS held,
    o.result IS NOT DISTINCT FROM 'Cancelled' AS cancelled,
    ARRAY(SELECT (l.details->>'settlement')::int FROM operation_log l
      WHERE l.project_id = o.project_id AND l.operation_id = o.id AND l.details ? 'settlement') AS applied,
    to_jsonb(o)::text AS whole
  FROM operation o WHERE o.project_id = $1 ORDER BY o.position`;

const takeableSql = `
  SELECT min(greatest(due_at, lease_until)) AS at FROM operation WHERE lane_id = $1 AND status = 'in_progress'`;

/** When a lane's first unfinished operation can be taken. */
export async function readTakeableAt({ db }: OperationWorld, laneId: string): Promise<Date | undefined> {
  const { rows } = await db.pool.query<{ at: Date | null }>(takeableSql, [laneId]);
  return rows[0]?.at ?? undefined;
}

export async function readLaneDueAt({ db }: OperationWorld, laneId: string): Promise<Date | undefined> {
  const text = 'SELECT next_due_at AS at FROM lane WHERE id = $1';
  const { rows } = await db.pool.query<{ at: Date | null }>(text, [laneId]);
  return rows[0]?.at ?? undefined;
}

/** Ids of announced operations, with repetitions. */
export async function readAnnounced({ db, projectId }: OperationWorld): Promise<string[]> {
  const text = `SELECT body::jsonb->'data'->>'operationId' AS id FROM outbox WHERE project_id = $1`;
  return (await db.pool.query<{ id: string }>(text, [projectId])).rows.map(({ id }) => id);
}

/** By position. */
export async function readOperations({ db, projectId }: OperationWorld): Promise<OperationRow[]> {
  const { rows } = await db.pool.query<OperationRow>(sql, [projectId]);
  return rows;
}
