import type { Pool } from 'pg';
import type { DeliveryUnit } from './delivery-unit.ts';

const renewSql = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS given (project_id, id, attempt)),
  ours AS (
    SELECT d.project_id, d.id FROM delivery AS d JOIN given AS g USING (project_id, id, attempt)
    WHERE d.status = 'pending' AND d.claimed ORDER BY d.id FOR UPDATE OF d)
  UPDATE delivery AS d SET due_at = clock_timestamp() + $4 * interval '1 ms'
  FROM ours WHERE d.project_id = ours.project_id AND d.id = ours.id
  RETURNING d.id`;

/** Extends the leases of deliveries whose latest attempt is the unit's own and not settled; gives those back. */
export const renewDeliveries =
  (pool: Pool) =>
  async (units: readonly DeliveryUnit[], leaseMs: number): Promise<ReadonlySet<DeliveryUnit>> => {
    const { rows } = await pool.query<{ id: string }>(renewSql, [
      units.map(({ projectId }) => projectId),
      units.map(({ id }) => id),
      units.map(({ attempt }) => attempt),
      leaseMs,
    ]);
    const ours = new Set(rows.map(({ id }) => id));
    return new Set(units.filter(({ id }) => ours.has(id)));
  };
