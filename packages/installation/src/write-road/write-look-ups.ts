import { isStorable } from '@writ/contracts';
import { coalesce, isId, type Database } from '@writ/db';
import {
  type ApiKeyHolder,
  hashApiKey,
  holderOf,
  type HolderRow,
  looksLikeApiKey,
  toHolder,
} from '@writ/tenancy';
import {
  targetColumns,
  targetJoins,
  targetReader,
  type InstallationSearch,
  type TargetRow,
  type WriteNames,
} from './installations-for-write.ts';

type Found = { holder: ApiKeyHolder | undefined; found: InstallationSearch };

/** What a write asks before it is planned: who sends it, and where it goes. */
export type WriteLookUps = {
  /**
   * Finds who holds a key, and where names lead in the holder's project.
   *
   * @param readNames is not asked for a key that is mistyped
   */
  findByKey: (key: string, readNames: () => Promise<WriteNames>) => Promise<Found>;
  /** Finds where names lead in a project. */
  findInstallation: (target: WriteNames & { projectId: string }) => Promise<InstallationSearch>;
};

/** A look-up with what the statement takes of it. */
type LookUp = { asked: object; objectName: string };
type Row = TargetRow &
  (HolderRow | { [Column in keyof Omit<HolderRow, 'project_id'>]: null }) & { nr: number };

/** Everything from the key to the connection. As JSON, since each column of an answer is described in it. */
const sql = `
  SELECT json_agg(found) AS found
  FROM (
    SELECT asked.nr, holder.key_id, holder.scopes, holder.project_name,
      coalesce(holder.project_id, asked.project_id) AS project_id, ${targetColumns}
    FROM ROWS FROM (json_to_recordset($1::json)
        AS (key_hash text, project_id uuid, integration_id uuid, integration_name text, group_ref text)) WITH ORDINALITY
      AS asked (key_hash, project_id, integration_id, integration_name, group_ref, nr)
    LEFT JOIN LATERAL (${holderOf('asked.key_hash')}) AS holder ON true
    ${targetJoins('coalesce(holder.project_id, asked.project_id)')}
  ) AS found`;

const mostAtOnce = 500;

/**
 * Looks up all that a write needs, as it is at this moment, in one statement for those that are asked for in the same turn
 * of the event loop. A key that was just disabled is refused at once, and one that is mistyped is never looked up.
 */
export function writeLookUps(db: Pick<Database, 'pool'>): WriteLookUps {
  const readTargets = targetReader(db);

  const search = async (lookUps: readonly LookUp[]): Promise<readonly Found[]> => {
    const { rows } = await db.pool.query<{ found: Row[] }>({
      name: 'write-look-ups',
      text: sql,
      values: [JSON.stringify(lookUps.map(({ asked }) => asked))],
    });
    const byNr = new Map(rows[0]?.found.map((row) => [row.nr, row]));
    const asked = lookUps.map(({ objectName }, index) => ({ objectName, row: byNr.get(index + 1) }));
    const searches = await readTargets(asked);
    return asked.map(({ row }, index) => ({
      holder: row && row.key_id !== null ? toHolder(row) : undefined,
      found: searches[index] ?? nothing,
    }));
  };
  const load = coalesce(search, {
    maxKeys: mostAtOnce,
    nameOf: ({ asked, objectName }) => JSON.stringify([asked, objectName]),
  });
  const find = async (by: { key_hash: string } | { project_id: string }, names: WriteNames): Promise<Found> =>
    (await load({ asked: { ...by, ...toAsked(names) }, objectName: names.objectName })) ?? unknown;

  return {
    findByKey: async (key, readNames) =>
      looksLikeApiKey(key) ? find({ key_hash: hashApiKey(key) }, await readNames()) : unknown,
    findInstallation: async ({ projectId, ...names }) => (await find({ project_id: projectId }, names)).found,
  };
}

const nothing: InstallationSearch = { kind: 'no-integration' };
const unknown: Found = { holder: undefined, found: nothing };

/** Names as the statement takes them. */
const toAsked = ({ integrationIdOrName, groupRef }: WriteNames) => ({
  integration_id: isId(integrationIdOrName) ? integrationIdOrName : undefined,
  integration_name: storable(integrationIdOrName),
  group_ref: groupRef === undefined ? null : storable(groupRef),
});

/** Names and references have at most 255 characters, some of which are two units of a text. */
const longest = 510;

/**
 * The text as a look-up may ask for it: null where nothing can have it, since Postgres could not hold it, or since it is
 * longer than any; a few of some megabytes would be too much for the statement that a look-up shares with others.
 */
const storable = (text: string): string | null => (text.length <= longest && isStorable(text) ? text : null);
