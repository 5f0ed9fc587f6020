import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from './process/process-identity.ts';

const folder = join(tmpdir(), 'writ-ports');
/** Only one of two concurrent calls may take over a dead process's port. */
const asked = new Set<number>();

/**
 * Reserves a port for the life of this process: its server listens only after seconds, and a stopped server needs its
 * port back.
 * @returns false if another living process, or an earlier call, has it
 */
export async function reservePort(port: number): Promise<boolean> {
  if (asked.has(port)) return false;
  asked.add(port);
  const file = join(folder, String(port));
  const owner = (await processIdentity(process.pid)) ?? '';
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    // Another user's folder: rely on chance.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
  }
  if (await isTaken(file)) {
    asked.delete(port);
    return false;
  }
  await writeFile(file, owner).catch(() => undefined);
  return true;
}

async function isTaken(file: string): Promise<boolean> {
  const owner = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(/^pid (\d+)/.exec(owner)?.[1] ?? 0);
  return pid > 0 && (await processIdentity(pid)) === owner;
}
