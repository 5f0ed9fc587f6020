import type { Queryable } from '@writ/db';

/** Until the transaction ends: changes of its manifest run one after the other. False: there is none. */
export async function lockProject(tx: Queryable, projectId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM project WHERE id = $1 FOR UPDATE', [projectId]);
  return rowCount === 1;
}
