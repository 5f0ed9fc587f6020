import type { Queryable } from '@writ/db';
import type { OperationFilter } from '../read/operation-filter.ts';

/** What is to be done with all operations that match, a step at a time. */
export type OperationTask = {
  id: string;
  projectId: string;
  action: 'cancel' | 'retry';
  filter: OperationFilter;
  /** To cancel auto batches, too. */
  sharedToo: boolean;
  requestId: string;
  /** Operations that were accepted later are left alone. */
  acceptedBy: Date;
  /** The last operation that was looked at. */
  afterId?: string;
};

type StoredFilter = OperationFilter & { sharedToo: boolean };

/** Stores a task: from now on it is carried out, whatever becomes of this process. */
export async function addTask(db: Queryable, task: OperationTask): Promise<void> {
  await db.query(
    `INSERT INTO operation_task (project_id, id, action, filter, request_id, create_time)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      task.projectId,
      task.id,
      task.action,
      JSON.stringify({ ...task.filter, sharedToo: task.sharedToo }),
      task.requestId,
      task.acceptedBy,
    ],
  );
}

type Row = {
  project_id: string;
  id: string;
  action: OperationTask['action'];
  filter: StoredFilter;
  after_id: string | null;
  request_id: string;
  create_time: Date;
};

/** The task whose last step is the longest ago; it has its turn now, so that a long one does not keep others waiting. */
export async function nextTask(db: Queryable): Promise<OperationTask | undefined> {
  const { rows } = await db.query<Row>(
    `UPDATE operation_task t SET turn_time = clock_timestamp()
     FROM (SELECT project_id, id FROM operation_task ORDER BY turn_time LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
     WHERE t.project_id = next.project_id AND t.id = next.id
     RETURNING t.project_id, t.id, t.action, t.filter, t.after_id, t.request_id, t.create_time`,
  );
  return rows[0] && toTask(rows[0]);
}

function toTask(row: Row): OperationTask {
  const { sharedToo, ...filter } = row.filter;
  return {
    id: row.id,
    projectId: row.project_id,
    action: row.action,
    filter,
    sharedToo,
    requestId: row.request_id,
    acceptedBy: row.create_time,
    ...(row.after_id !== null && { afterId: row.after_id }),
  };
}

/** Notes, in the transaction of the step, how far a task has come. */
export async function moveTask(
  tx: Queryable,
  { projectId, id }: OperationTask,
  afterId: string,
): Promise<void> {
  await tx.query('UPDATE operation_task SET after_id = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
    afterId,
  ]);
}

/** A task that is done is forgotten. */
export async function removeTask(db: Queryable, { projectId, id }: OperationTask): Promise<void> {
  await db.query('DELETE FROM operation_task WHERE project_id = $1 AND id = $2', [projectId, id]);
}
