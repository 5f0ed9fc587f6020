import { arraysOf, columnOf, type Queryable } from '@writ/db';

/** A claimed unit. The attempt number keeps earlier holders from renewing or returning it. */
export type LeasedUnit = { projectId: string; id: string; attempt: number };

type Column<Name extends string = string> = readonly [name: Name, type: string];

type ClaimedTable<Unit> = {
  table: 'operation' | 'delivery';
  /** Members of a unit that `restored` uses, with the types of their columns. */
  own: readonly Column<keyof Unit & string>[];
  /** SQL: what `unclaim` sets on unit `u` besides attempt and lease, from columns of `held` named as in `own`. */
  restored: string;
};

const identity = [
  ['projectId', 'uuid'],
  ['id', 'uuid'],
  ['attempt', 'int'],
] as const satisfies Column[];

const held = (table: string, own: readonly Column[] = []): string => {
  const columns: readonly Column[] = [...identity, ...own];
  const types = columns.map(([, type], at) => `$${at + 1}::${type}[]`);
  return `
  WITH held AS (
    SELECT given.*
    FROM ${table} AS u JOIN unnest(${types.join(', ')}) AS given (${columns.map(([name]) => columnOf(name)).join(', ')})
      USING (project_id, id, attempt)
    WHERE u.claimed
    ORDER BY u.id
    FOR UPDATE OF u
  )
  UPDATE ${table} AS u`;
};
const whereHeld = 'FROM held WHERE u.project_id = held.project_id AND u.id = held.id';

/**
 * Statements on the leases of claimed units, for the owner of their table. A unit is held while the given attempt is
 * its latest and not settled. Rows are locked by id, as settlements do, to avoid deadlocks.
 */
export function unitLeases<Unit extends LeasedUnit>({ table, own, restored }: ClaimedTable<Unit>) {
  const names = identity.map(([name]) => name);
  const ownNames = own.map(([name]) => name);
  const renewSql = `${held(table)} SET lease_until = clock_timestamp() + $4 * interval '1 ms'
  ${whereHeld} RETURNING u.id, u.attempt`;
  const unclaimSql = `${held(table, own)} SET attempt = u.attempt - 1, lease_until = NULL, ${restored}
  ${whereHeld} RETURNING u.id`;
  return {
    /** Extends the leases; returns the units still held. */
    renew: async (db: Queryable, units: readonly Unit[], leaseMs: number): Promise<ReadonlySet<Unit>> => {
      const values = [...arraysOf(units, ...names), leaseMs];
      const { rows } = await db.query<{ id: string; attempt: number }>(renewSql, values);
      const attempts = new Map(rows.map(({ id, attempt }) => [id, attempt]));
      return new Set(units.filter(({ id, attempt }) => attempts.get(id) === attempt));
    },
    /**
     * Returns held units: they are due as before, and no attempt counts. The next claim uses the same number, so the
     * caller must not perform them any more. Returns their ids.
     */
    unclaim: async (db: Queryable, units: readonly Unit[]): Promise<ReadonlySet<string>> => {
      const { rows } = await db.query<{ id: string }>(unclaimSql, arraysOf(units, ...names, ...ownNames));
      return new Set(rows.map(({ id }) => id));
    },
  };
}
