import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';

/** Distinguishes a process from a later one with the same id, by its start time on Linux. Undefined if it is dead. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (platform() !== 'linux') return isAlive(pid) ? `pid ${pid}` : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is the name in brackets and may itself hold spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields || fields[0] === 'Z') return undefined;
  return `pid ${pid} started ${fields[19] ?? ''}`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
