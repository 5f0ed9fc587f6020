import { arraysOf, columnOf, type Queryable } from '@writ/db';

/** The attempt number fences earlier holders. */
export type LeasedUnit = { projectId: string; id: string; attempt: number };

type Column<Name extends string = string> = readonly [name: Name, type: string];

type ClaimedTable<Unit> = {
  table: 'operation' | 'delivery';
  /** Members used by `restored`, with column types. */
  own: readonly Column<keyof Unit & string>[];
  /** SQL: what `unclaim` sets on unit `u`, from `held` with columns as `own`. */
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
 * Statements on leases, for the table's owner. A unit is held while the attempt is its latest and not
 * settled. Rows are locked by id, as settlements do, to avoid deadlocks.
 */
export function unitLeases<Unit extends LeasedUnit>({ table, own, restored }: ClaimedTable<Unit>) {
  const names = identity.map(([name]) => name);
  const ownNames = own.map(([name]) => name);
  const renewSql = `${held(table)} SET lease_until = clock_timestamp() + $4 * interval '1 ms'
  ${whereHeld} RETURNING u.id, u.attempt`;
  const unclaimSql = `${held(table, own)} SET attempt = u.attempt - 1, lease_until = NULL, ${restored}
  ${whereHeld} RETURNING u.id`;
  return {
    /** Returns the units still held. */
    renew: async (db: Queryable, units: readonly Unit[], leaseMs: number): Promise<ReadonlySet<Unit>> => {
      const values = [...arraysOf(units, ...names), leaseMs];
      const { rows } = await db.query<{ id: string; attempt: number }>(renewSql, values);
      const attempts = new Map(rows.map(({ id, attempt }) => [id, attempt]));
      return new Set(units.filter(({ id, attempt }) => attempts.get(id) === attempt));
    },
    /**
     * Makes held units due as before, without an attempt. The next claim uses the same number, so never
     * perform them afterwards. Returns their ids.
     */
    unclaim: async (db: Queryable, units: readonly Unit[]): Promise<ReadonlySet<string>> => {
      const { rows } = await db.query<{ id: string }>(unclaimSql, arraysOf(units, ...names, ...ownNames));
      return new Set(rows.map(({ id }) => id));
    },
  };
}
