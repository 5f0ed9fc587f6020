import type { Pool } from 'pg';
import type { DeliveryUnit } from './delivery-unit.ts';

/** One that was held or ended meanwhile, since its destination was disabled or deleted, stays so. */
const giveBackSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::bool[])
      AS given (project_id, id, attempt, cut_off)),
  ours AS (
    SELECT d.project_id, d.id, g.cut_off FROM delivery AS d JOIN given AS g USING (project_id, id, attempt)
    WHERE d.claimed ORDER BY d.id FOR UPDATE OF d)
  UPDATE delivery AS d
  SET attempt = d.attempt - 1, claimed = ours.cut_off, update_time = clock_timestamp(),
    due_at = CASE WHEN d.status = 'pending' THEN clock_timestamp() END
  FROM ours WHERE d.project_id = ours.project_id AND d.id = ours.id
  RETURNING d.id`;

/**
 * Takes claims back of which nothing was begun, each only if its attempt is still the latest: the deliveries are due at
 * once, and no attempt counts. Gives the ids of those that were given back.
 */
export const giveBackDeliveries =
  (pool: Pool) =>
  async (units: readonly DeliveryUnit[]): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ id: string }>(giveBackSql, [
      units.map(({ projectId }) => projectId),
      units.map(({ id }) => id),
      units.map(({ attempt }) => attempt),
      units.map(({ cutOff }) => cutOff),
    ]);
    return new Set(rows.map(({ id }) => id));
  };
