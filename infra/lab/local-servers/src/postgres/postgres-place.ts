import { createHash } from 'node:crypto';
import { chmod, cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fetchOnce } from '../fetch-once.ts';
import type { Tell } from '../local-server.ts';
import { bundledPostgresFolder } from './postgres-programs.ts';
import { canReach, postgresUser } from './postgres-user.ts';
import type { SystemUser } from './postgres-user.ts';

export type PostgresPlace = { user: SystemUser | undefined; programs: string; dir: string | undefined };

const sharedPlace = '/var/lib/writ';

/** Root's Postgres runs as user `postgres`; what that user cannot reach is stored below /var/lib/writ. */
export async function postgresPlace(dir: string | undefined, tell: Tell): Promise<PostgresPlace> {
  const user = await postgresUser();
  const bundled = bundledPostgresFolder();
  if (!user) return { user, programs: bundled, dir };
  return {
    user,
    programs: (await canReach(bundled, user)) ? bundled : await copiedPrograms(bundled),
    dir: dir === undefined ? undefined : await reachableDir(resolve(dir), user, tell),
  };
}

async function copiedPrograms(bundled: string): Promise<string> {
  const folder = join(sharedPlace, `postgres-programs-${shortHash(bundled)}`);
  return fetchOnce(folder, async (draft) => {
    await cp(bundled, draft, { recursive: true, verbatimSymlinks: true });
    await chmod(draft, 0o755);
  });
}

async function reachableDir(dir: string, user: SystemUser, tell: Tell): Promise<string> {
  if (await canReach(dir, user)) return dir;
  const folder = join(sharedPlace, `postgres-${shortHash(dir)}`);
  tell(`The user postgres can't reach ${dir}, so Postgres keeps its data in ${folder}.`);
  return folder;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
