import type { Queryable } from '@writ/db';

/** Locks a project until the transaction ends: changes of its manifest run one after the other. */
export async function lockProject(tx: Queryable, projectId: string): Promise<void> {
  await tx.query('SELECT 1 FROM project WHERE id = $1 FOR UPDATE', [projectId]);
}
