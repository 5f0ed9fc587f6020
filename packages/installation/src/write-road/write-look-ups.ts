import { isStorable } from '@writ/contracts';
import { coalesce, isId, type Database } from '@writ/db';
import {
  hashApiKey,
  holderOfKey,
  holderOfToken,
  keyHolder,
  keyIdOf,
  looksLikeApiKey,
  tokenHolder,
  type Credential,
  type Holder,
  type HolderRow,
  type ReadToken,
  type TokenHolderRow,
} from '@writ/tenancy';
import {
  targetColumns,
  targetJoins,
  targetReader,
  type InstallationSearch,
  type TargetRow,
  type WriteNames,
} from './installations-for-write.ts';

type Found = { holder: Holder | undefined; found: InstallationSearch };

export type WriteLookUps = {
  /**
   * Finds the holder of a credential, and what names mean there. `readNames` is not called for a mistyped
   * credential.
   */
  findByCredential: (credential: Credential, readNames: () => Promise<WriteNames>) => Promise<Found>;
  findInstallation: (target: WriteNames & { projectId: string }) => Promise<InstallationSearch>;
};

type LookUp = { asked: object; objectName: string };
type Row<Held extends HolderRow> = TargetRow &
  (Held | { [Column in keyof Omit<Held, 'project_id'>]: null }) & { nr: number };

type Statement<Held extends HolderRow> = { name: string; text: string; holder?: Held };

/** JSON spares the description of each column. */
const statement = (name: string, credential: string, holder: string, columns: string) => ({
  name,
  text: `
  SELECT json_agg(found) AS found
  FROM (
    SELECT asked.nr, holder.key_id, holder.scopes, holder.project_name, holder.page_keys,
      ${columns}
      coalesce(holder.project_id, asked.project_id) AS project_id, ${targetColumns}
    FROM ROWS FROM (json_to_recordset($1::json)
        AS (${credential}, project_id uuid, integration_id uuid, integration_name text, group_ref text)) WITH ORDINALITY
      AS asked (credential, project_id, integration_id, integration_name, group_ref, nr)
    LEFT JOIN LATERAL (${holder}) AS holder ON true
    ${targetJoins('coalesce(holder.project_id, asked.project_id)')}
  ) AS found`,
});
const byKey: Statement<HolderRow> = statement(
  'write-look-ups',
  'credential text',
  keyHolder('asked.credential'),
  '',
);
const byToken: Statement<TokenHolderRow> = statement(
  'write-look-ups-by-token',
  'credential uuid',
  tokenHolder('asked.credential'),
  'holder.algorithm, holder.public_key_pem, holder.audience_required,',
);

const mostAtOnce = 500;

/** Looks up all that a write needs, with one statement for concurrent writes. */
export function writeLookUps(db: Pick<Database, 'pool'>, readToken: ReadToken): WriteLookUps {
  const readTargets = targetReader(db);

  const search =
    <Held extends HolderRow>({ name, text }: Statement<Held>) =>
    async (lookUps: readonly LookUp[]) => {
      const { rows } = await db.pool.query<{ found: Row<Held>[] }>({
        name,
        text,
        values: [JSON.stringify(lookUps.map(({ asked }) => asked))],
      });
      const byNr = new Map(rows[0]?.found.map((row) => [row.nr, row]));
      const asked = lookUps.map(({ objectName }, index) => ({ objectName, row: byNr.get(index + 1) }));
      const searches = await readTargets(asked);
      return asked.map(({ row }, index) => ({
        row: row && row.key_id !== null ? (row as Held) : undefined,
        found: searches[index] ?? nothing,
      }));
    };
  const coalescing = { maxKeys: mostAtOnce, nameOf: (asked: LookUp) => JSON.stringify(asked) };
  const loadByKey = coalesce(search(byKey), coalescing);
  const loadByToken = coalesce(search(byToken), coalescing);
  const lookUp = (by: { credential: string } | { project_id: string }, names: WriteNames): LookUp => ({
    asked: { ...by, ...toAsked(names) },
    objectName: names.objectName,
  });

  const ofKey = async (hash: string, names: WriteNames): Promise<Found> => {
    const { row, found = nothing } = (await loadByKey(lookUp({ credential: hash }, names))) ?? {};
    return { holder: row && holderOfKey(row), found };
  };
  const ofToken = async (token: string, keyId: string, names: WriteNames): Promise<Found> => {
    const { row, found = nothing } = (await loadByToken(lookUp({ credential: keyId }, names))) ?? {};
    return { holder: row && (await holderOfToken(row, token, readToken)), found };
  };
  return {
    findByCredential: async ({ kind, text }, readNames) => {
      if (kind === 'apiKey')
        return looksLikeApiKey(text) ? ofKey(hashApiKey(text), await readNames()) : unknown;
      const keyId = keyIdOf(text);
      return keyId === undefined ? unknown : ofToken(text, keyId, await readNames());
    },
    findInstallation: async ({ projectId, ...names }) =>
      (await loadByKey(lookUp({ project_id: projectId }, names)))?.found ?? nothing,
  };
}

const nothing: InstallationSearch = { kind: 'no-integration' };
const unknown: Found = { holder: undefined, found: nothing };

const toAsked = ({ integrationIdOrName, groupRef }: WriteNames) => ({
  integration_id: isId(integrationIdOrName) ? integrationIdOrName : undefined,
  integration_name: storable(integrationIdOrName),
  group_ref: groupRef === undefined ? null : storable(groupRef),
});

/** Names and references have at most 255 characters, each up to two units of a text. */
const longest = 510;

/** Null for a text that no row can have: a few megabytes would be too much for the shared statement. */
const storable = (text: string): string | null => (text.length <= longest && isStorable(text) ? text : null);
