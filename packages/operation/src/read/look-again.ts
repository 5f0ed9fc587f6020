import { coalesce, type Database } from '@writ/db';
import { parkVersion } from '@writ/lanes';
import { retryScope } from './retry-scope.ts';

/** What a list that somebody looks at is about: a project, and the operations that it shows. */
type Shown = { projectId: string; ids: readonly string[] };

/** How it stands now. */
type Look = {
  /** Id of the operation that the project accepted last. */
  newest: string | undefined;
  /** Stands for all that is told of those shown. As long as it is the same, so is what is told. */
  version: string;
};

/**
 * All that tells what is shown: the version of its row, what follows from it at this moment, why its lane is parked, or was,
 * and as what it was tried again. Its records and its log change with the row.
 */
const state = `concat_ws(' ', o.id, o.xmin,
  CASE WHEN o.due_at IS NOT NULL THEN concat_ws(' ', o.claimed AND o.lease_until > statement_timestamp(),
    o.due_at > statement_timestamp(),
    ${parkVersion('o.lane_id')}) END,
  CASE WHEN o.due_at IS NULL AND o.failed > 0 THEN (SELECT k.operation_id FROM idempotency_key k
    WHERE k.project_id = o.project_id AND k.scope = '${retryScope}' AND k.key = o.id::text) END)`;

/** What is asked is JSON, for which Postgres keeps its plan, and each operation is found by its key. */
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

/** Lists that are looked at in one statement. */
const mostLists = 100;

/**
 * Lists that somebody looks at ask again and again, mostly in vain, where to read what they show costs ten times as much:
 * this looks only whether there is anything to read, for all that ask meanwhile in one statement.
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
