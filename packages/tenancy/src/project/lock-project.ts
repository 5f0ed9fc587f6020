import type { Queryable } from '@writ/db';

/** Holds a project until the transaction ends: manifests of one project are applied one after the other. */
export async function lockProject(tx: Queryable, projectId: string): Promise<void> {
  await tx.query('SELECT 1 FROM project WHERE id = $1 FOR UPDATE', [projectId]);
}
