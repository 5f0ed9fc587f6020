import { coalesce, type Database } from '@writ/db';
import { hashApiKey, looksLikeApiKey } from '../keys/api-key-text.ts';
import { findActiveKeys, toHolder, type ApiKeyHolder, type KeyRow } from '../keys/find-api-key.ts';
import { storable } from '../storable.ts';
import {
  findTargets,
  targetReader,
  toGiven,
  type FindInstallationForWrite,
  type InstallationSearch,
  type TargetRow,
  type WriteTarget,
} from './installations-for-write.ts';

/** What a write asks before it is planned: who sends it, and where it goes. */
export type WriteLookUps = {
  findApiKey: (key: string) => Promise<ApiKeyHolder | undefined>;
  findInstallation: FindInstallationForWrite;
};

type LookUp = { key: string } | { target: WriteTarget };
type Found = { holder: ApiKeyHolder | undefined } | { search: InstallationSearch };
type Row = { keys: KeyRow[] | null; targets: TargetRow[] | null };

/** Both as JSON: a row of each would be described in every answer. */
const sql = `
  SELECT (SELECT json_agg(found) FROM (${findActiveKeys}) AS found) AS keys,
    (SELECT json_agg(found) FROM (${findTargets}) AS found) AS targets`;

const mostAtOnce = 500;

/**
 * Looks keys and installations up on the path of every write, as they are at this moment: those that are asked for in the
 * same turn of the event loop share one statement, a key with the installation that is looked up ahead for it. A key that
 * was just disabled is refused at once, and one that is mistyped is never looked up.
 */
export function writeLookUps(db: Pick<Database, 'pool'>): WriteLookUps {
  const readTargets = targetReader(db);

  const search = async (lookUps: readonly LookUp[]): Promise<readonly Found[]> => {
    const keys = lookUps.flatMap((one) => ('key' in one ? [one.key] : []));
    const targets = lookUps.flatMap((one) => ('target' in one ? [one.target] : []));
    const { rows } = await db.pool.query<Row>({
      name: 'write-look-ups',
      text: sql,
      values: [JSON.stringify(keys.map(hashApiKey)), JSON.stringify(targets.map(toGiven))],
    });
    const holders = new Map(rows[0]?.keys?.map((row) => [row.nr, toHolder(row)]));
    const searches = await readTargets(targets, rows[0]?.targets ?? []);
    let [keyNr, targetNr] = [0, 0];
    return lookUps.map((one) =>
      'key' in one
        ? { holder: holders.get(++keyNr) }
        : { search: searches[targetNr++] ?? { kind: 'no-integration' } },
    );
  };
  const load = coalesce(search, { maxKeys: mostAtOnce, nameOf });

  return {
    findApiKey: async (key) => {
      const found = looksLikeApiKey(key) ? await load({ key }) : undefined;
      return found && 'holder' in found ? found.holder : undefined;
    },
    findInstallation: async (target) => {
      const found = await load({ target });
      return found && 'search' in found ? found.search : { kind: 'no-integration' };
    },
  };
}

function nameOf(lookUp: LookUp): string {
  if ('key' in lookUp) return lookUp.key;
  const { projectId, integrationIdOrName, groupRef, objectName } = lookUp.target;
  return JSON.stringify([projectId, integrationIdOrName, storable(groupRef), objectName]);
}
