import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runTool } from '../run-tool.ts';

export type SystemUser = { uid: number; gid: number };

const remedy = 'run as another user than root, or create a user named postgres.';

/** Undefined: this process's user. For root it is `postgres`, since Postgres refuses root. */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known) return known;
  await runTool('groupadd', ['--force', 'postgres'], `Postgres does not run as root: ${remedy}`);
  await runTool('useradd', ['-g', 'postgres', '-M', 'postgres'], `Postgres does not run as root: ${remedy}`);
  const created = await lookUp();
  if (!created) throw new Error(`The user postgres could not be created: ${remedy}`);
  return created;
}

async function lookUp(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
    return { uid, gid };
  } catch {
    return undefined;
  }
}

async function idOf(flag: string): Promise<number> {
  const { stdout } = await runTool('id', [flag, 'postgres'], 'There is no program `id`.');
  return Number(stdout);
}

/** `user` may enter every existing folder on the way to `path`. */
export async function canReach(path: string, user: SystemUser): Promise<boolean> {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found && !mayEnter(found, user)) return false;
  }
  return true;
}

function mayEnter(folder: { uid: number; mode: number }, user: SystemUser): boolean {
  return (folder.mode & (folder.uid === user.uid ? 0o100 : 0o001)) !== 0;
}
