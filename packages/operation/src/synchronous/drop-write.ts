import type { Queryable } from '@writ/db';
import type { KeyedRequest } from '../accept/idempotency-keys.ts';

/** Drops a begun write of which nothing was sent, and its key: the same request may be sent again. */
export async function dropWrite(
  db: Queryable,
  { projectId, id }: { projectId: string; id: string },
  keyed: KeyedRequest | undefined,
): Promise<void> {
  await db.query(
    `WITH dropped AS (
       DELETE FROM synchronous_write WHERE project_id = $1 AND id = $2
     )
     DELETE FROM idempotency_key
     WHERE project_id = $1 AND scope = $3 AND key = $4 AND holder = $2 AND answer IS NULL`,
    [projectId, id, keyed?.scope, keyed?.key],
  );
}
