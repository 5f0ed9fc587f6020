import { coalesce, type Database } from '@writ/db';
import { parkVersion } from '@writ/lanes';
import { retryScope } from './retry-scope.ts';

type Shown = { projectId: string; ids: readonly string[] };

type Look = {
  /** The project's latest operation. */
  newest: string | undefined;
  /** Changes whenever anything shown changes. */
  version: string;
};

/** The row's version, its state now, its lane's park and its retry. Records and log change with the row. */
const state = `concat_ws(' ', o.id, o.xmin,
  CASE WHEN o.due_at IS NOT NULL THEN concat_ws(' ', o.claimed AND o.lease_until > statement_timestamp(),
    o.due_at > statement_timestamp(),
    ${parkVersion('o.lane_id')}) END,
  CASE WHEN o.due_at IS NULL AND o.failed > 0 THEN (SELECT k.operation_id FROM idempotency_key k
    WHERE k.project_id = o.project_id AND k.scope = '${retryScope}' AND k.key = o.id::text) END)`;

/** JSON, for which Postgres keeps its plan; each operation is found by its key. */
const looks = {
  name: 'look-again',
  text: `
  SELECT newest.id AS newest, shown.version
  FROM ROWS FROM (json_to_recordset($1::json) AS ("projectId" uuid, ids json))
    WITH ORDINALITY AS asked (project_id, ids, nr)
  LEFT JOIN LATERAL (
    SELECT id FROM operation WHERE project_id = asked.project_id ORDER BY id DESC LIMIT 1) AS newest ON true
  CROSS JOIN LATERAL (
    SELECT md5(coalesce(string_agg(found.state, ','), '')) AS version
    FROM json_array_elements_text(asked.ids) AS given (id)
    CROSS JOIN LATERAL (
      SELECT ${state} AS state FROM operation o
      WHERE o.project_id = asked.project_id AND o.id = given.id::uuid LIMIT 1) AS found
  ) AS shown
  ORDER BY asked.nr`,
};

const mostLists = 100;

/**
 * Checks whether watched lists have changed, in one statement for all. Reading a list costs ten times as much, mostly
 * in vain.
 */
export function lookAgain({ pool }: Pick<Database, 'pool'>): (shown: Shown) => Promise<Look> {
  const load = coalesce<Shown, Look>(
    async (asked) => {
      const values = [JSON.stringify(asked)];
      const { rows } = await pool.query<{ newest: string | null; version: string }>({ ...looks, values });
      return rows.map(({ newest, version }) => ({ newest: newest ?? undefined, version }));
    },
    { maxKeys: mostLists, nameOf: ({ projectId, ids }) => [projectId, ...ids].join(' ') },
  );
  return async (shown) => (await load(shown)) ?? { newest: undefined, version: '' };
}
