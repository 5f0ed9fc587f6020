import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from './process/process-identity.ts';

const folder = join(tmpdir(), 'writ-ports');
/** What this process asked for: of two calls at once only one may take over what a dead process left. */
const asked = new Set<number>();

/**
 * Keeps a port for this process as long as it lives, against others that ask too: between the choice of a port and
 * the moment its server listens there are seconds, and a server that is down for a while wants its port back.
 * @returns false when another living process, or an earlier call, has it.
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
    // A folder that belongs to another user: then chance alone keeps the two apart.
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
