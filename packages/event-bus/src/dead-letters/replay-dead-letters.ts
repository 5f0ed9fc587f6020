import type { Pool } from 'pg';
import type { EventBus } from '../event-bus.ts';
import { listDeadLetterIds, listDeadLetters, type DeadLetterFilter } from './list-dead-letters.ts';

const replayedSql = 'UPDATE dead_letter SET replay_time = clock_timestamp() WHERE id = ANY ($1::uuid[])';

/** Messages at a time; few, as each may be large. */
const batchSize = 20;

/**
 * Publishes dead letters again, oldest first, as they came, and marks them. One that is still not taken in becomes a
 * dead letter anew. Broken off half-way it may publish some twice; consumers drop repetitions.
 * @returns how many were published.
 */
export async function replayDeadLetters(
  pool: Pool,
  bus: Pick<EventBus, 'publish'>,
  filter: DeadLetterFilter,
): Promise<number> {
  // Taken down first, since those that arise from the replay itself must not be replayed by it.
  const ids = await listDeadLetterIds(pool, filter);
  for (let start = 0; start < ids.length; start += batchSize) {
    const some = ids.slice(start, start + batchSize);
    const letters = await listDeadLetters(pool, { ids: some, withReplayed: true, limit: batchSize });
    await bus.publish(letters.map(({ message: { key, value, headers } }) => ({ key, value, headers })));
    await pool.query(replayedSql, [some]);
  }
  return ids.length;
}
