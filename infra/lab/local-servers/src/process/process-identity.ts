import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';

/** Distinguishes processes with the same id by start time (Linux). Undefined if dead. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (platform() !== 'linux') return isAlive(pid) ? `pid ${pid}` : undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field, the name in brackets, may contain spaces and brackets.
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
