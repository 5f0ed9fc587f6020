import { askAgain } from '@writ/db';
import type { Pool } from 'pg';
import {
  keptHoursAfterDeadline,
  reserveKeys,
  type KeyedRequest,
  type KeyState,
} from '../accept/idempotency-keys.ts';
import type { BegunWrite } from '../operation.ts';

/** A synchronous write takes at most 30 s; a process that takes longer than this has died. */
const leaseMs = 45_000;

/**
 * Reserves a synchronous write's key and stores the write, so that it is found if the process dies before
 * recording the outcome. Send the write only if the key is `reserved`.
 *
 * Writes without a key have no such row: it would cost a second commit (a fifth of the throughput), and their
 * caller cannot safely send them again anyway.
 */
export async function beginWrite(pool: Pool, write: BegunWrite, keyed: KeyedRequest): Promise<KeyState> {
  const begun = { id: write.id, leaseMs, operation: JSON.stringify(write) };
  const reserve = () => reserveKeys(pool, [{ ...keyed, keptHours: keptHoursAfterDeadline, begun }]);
  const [state] = await askAgain(reserve);
  return state ?? { kind: 'reserved' };
}
