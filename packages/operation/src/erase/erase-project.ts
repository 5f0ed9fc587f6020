import type { Actor } from '@writ/contracts';
import { Prisma, removeOfProject, type ProjectRows, type Transaction } from '@writ/db';
import { pauseLanesOfProject } from '@writ/lanes';
import {
  addTask,
  findProjectErasure,
  forceProjectErasure,
  momentOf,
  stopTasksOfProject,
  type Extent,
} from '@writ/task';
import { beginErasureOfProject } from '@writ/tenancy';
import { nothingWritten } from '../manage/cancel-operations.ts';

type Count = { ended: number; unfinished: number; sent: number };

/**
 * Begins the erasure of a project whose row the transaction holds: from the commit on its keys are refused,
 * its lanes rest, its tasks have stopped, and a task removes everything. Returns the task, also if it was
 * begun before.
 */
export async function beginProjectErasure(
  tx: Transaction,
  { projectId, force, extent }: { projectId: string; force: boolean; extent: Extent },
  by: Actor,
): Promise<string> {
  const { prisma } = tx;
  const running = await findProjectErasure(prisma, projectId);
  if (running) {
    if (force) await forceProjectErasure(prisma, running);
    return running.id;
  }
  await beginErasureOfProject(tx, projectId, by);
  await pauseLanesOfProject(prisma, projectId);
  await stopTasksOfProject(prisma, projectId);
  const asked = { projectId, action: 'eraseProject', filter: force ? { force } : {} } as const;
  return addTask(tx, { ...asked, extent, passedOver: {}, createTime: await momentOf(prisma) }, by);
}

/**
 * Of a project's newest `most` operations: how many have ended or not, and how many of these may have been
 * written.
 */
export async function countOfProject(
  prisma: Prisma.TransactionClient,
  projectId: string,
  most: number,
): Promise<Count> {
  const [row] = await prisma.$queryRaw<Count[]>`
    SELECT count(*) FILTER (WHERE due_at IS NOT NULL)::int AS unfinished, count(*) FILTER (WHERE due_at IS NULL)::int AS ended,
      count(*) FILTER (WHERE due_at IS NOT NULL AND may_be_written)::int AS sent
    FROM (
      SELECT o.due_at, NOT ${nothingWritten} AS may_be_written FROM operation o
      WHERE o.project_id = ${projectId}::uuid ORDER BY o.id DESC LIMIT ${most}) AS newest`;
  return { unfinished: 0, ended: 0, sent: 0, ...row };
}

/** Removes the next operations; returns their number. `heldToo`: also those with an attempt in flight. */
export const eraseOperationsOfProject = (
  prisma: Prisma.TransactionClient,
  { heldToo, ...rows }: ProjectRows & { heldToo: boolean },
): Promise<number> => {
  const which = Prisma.sql`(${heldToo} OR due_at IS NULL OR lease_until IS NULL OR lease_until <= clock_timestamp())`;
  return removeOfProject(prisma, ['operation'], rows, which);
};

/** Whether a write may be in flight, once the other operations are removed. */
export async function isWritingFor(prisma: Prisma.TransactionClient, projectId: string): Promise<boolean> {
  const rows = await prisma.$queryRaw<unknown[]>`
    SELECT FROM operation WHERE project_id = ${projectId}::uuid UNION ALL
    SELECT FROM synchronous_write WHERE project_id = ${projectId}::uuid AND lease_until > clock_timestamp() LIMIT 1`;
  return rows.length > 0;
}

const parts = [
  'operation_feed',
  'synchronous_write',
  'operation_order_key',
  'operation_record',
  'operation_log',
  'operation_attempt',
  'search_entry',
  'upsert_line',
  'idempotency_key',
  'operation_count',
  'operation_retention',
];

/** Removes the next rows about removed operations; returns their number. */
export const erasePartsOfProject = (prisma: Prisma.TransactionClient, rows: ProjectRows): Promise<number> =>
  removeOfProject(prisma, parts, rows);
