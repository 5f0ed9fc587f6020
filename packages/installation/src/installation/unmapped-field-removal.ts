import { isId, type Queryable } from '@writ/db';

/**
 * Switches the removal of fields without a mapping on or off for one installation (Contract §4.3, rule 6); writes that
 * are accepted from now on follow it. False when the project has no such installation.
 */
export async function switchUnmappedFieldRemoval(
  db: Queryable,
  { projectId, id }: { projectId: string; id: string },
  on: boolean,
): Promise<boolean> {
  if (!isId(id)) return false;
  const { rowCount } = await db.query(
    'UPDATE installation SET remove_unmapped = $3 WHERE project_id = $1 AND id = $2',
    [projectId, id, on],
  );
  return rowCount === 1;
}
