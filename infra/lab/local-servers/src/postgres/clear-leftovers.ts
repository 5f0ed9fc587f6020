import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.ts';

const goneWithinMs = 10_000;

/**
 * Makes room for a new Postgres in the folder `data`. A Postgres that was killed leaves children that may be busy or
 * stopped, and as long as one lives the next start is refused: they are killed, which their data bears as it bears the
 * kill itself. Its lock file goes, too: the process id in it may belong to another program by now. Nothing is done
 * while a Postgres runs there that is not ours; the start is refused then.
 * Where the system does not show in which folder a process works (it does on Linux alone), children are left to end.
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

/** Kills the processes that work in the folder. @returns true when there is none. */
async function killAll(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, folder)) ? Number(pid) : [])));
  found.flat().forEach(kill);
  return found.flat().length === 0;
}

/** Not true of a process that has ended and only waits to be reaped. */
const worksIn = async (pid: string, folder: string): Promise<boolean> =>
  (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === folder;

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended since it was found.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
