import { askAgain } from '@writ/db';
import type { Pool } from 'pg';
import {
  keptHoursAfterDeadline,
  reserveKeys,
  type KeyedRequest,
  type KeyState,
} from '../accept/idempotency-keys.ts';
import type { BegunWrite } from '../operation.ts';

/** A synchronous write takes at most 30 s; a process that needs longer than this has died. */
const leaseMs = 45_000;

/**
 * Reserves the key of a synchronous write and stores that the write begins, so that it is found if the process dies before
 * it records the outcome. Returns the state of the key: only a write whose key is `reserved` may be sent.
 *
 * A write without a key has no such row: it would cost a second commit (a fifth of what the process and Postgres can
 * record), and its caller can't send it again safely anyway.
 */
export async function beginWrite(pool: Pool, write: BegunWrite, keyed: KeyedRequest): Promise<KeyState> {
  const begun = { id: write.id, leaseMs, operation: JSON.stringify(write) };
  const reserve = () => reserveKeys(pool, [{ ...keyed, keptHours: keptHoursAfterDeadline, begun }]);
  const [state] = await askAgain(reserve);
  return state ?? { kind: 'reserved' };
}
