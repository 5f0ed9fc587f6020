import type { Queryable } from '@writ/db';
import type { Installation } from './installations.ts';

/** Notes whether the installations that write through a connection can be written to. */
export async function setHealth(
  tx: Queryable,
  connectionId: string,
  health: Installation['healthStatus'],
): Promise<void> {
  await tx.query(
    `UPDATE installation SET health_status = $2, update_time = clock_timestamp()
     WHERE connection_id = $1 AND health_status <> $2`,
    [connectionId, health],
  );
}
