import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.ts';

const goneWithinMs = 10_000;

/**
 * Clears the way for a new Postgres in `data`. A killed Postgres leaves children, which prevent a start, so they are
 * killed; the data survives. Removes the lock file, too: its process id may be another program's by now. Does nothing
 * while a foreign Postgres runs there. Only Linux shows processes' folders; elsewhere children end by themselves.
 */
export async function clearLeftovers(data: string): Promise<void> {
  const folder = await realpath(data).catch(() => undefined);
  if (folder === undefined) return;
  const lockFile = join(folder, 'postmaster.pid');
  const locker = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0] ?? '';
  if (await worksIn(locker, folder)) return;
  await waitUntil(
    () => killAll(folder),
    goneWithinMs,
    `Processes of a Postgres that was killed still work in ${folder}: end them, then start again.`,
  );
  await rm(lockFile, { force: true });
}

/** Kills processes that work in the folder. @returns true if there is none */
async function killAll(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, folder)) ? Number(pid) : [])));
  found.flat().forEach(kill);
  return found.flat().length === 0;
}

const worksIn = async (pid: string, folder: string): Promise<boolean> =>
  (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === folder;

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
