import { readFile, writeFile } from 'node:fs/promises';

const kilobyte = 1_024;

/** Memory of another process, from Linux' `/proc` (proc(5)): what it holds now, and the most since the last reset. */
export type Memory = { nowBytes: number; mostBytes: number };

export async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * kilobyte;
  return { nowBytes: field('VmRSS'), mostBytes: field('VmHWM') };
}

/** Lets the count of the most begin anew. */
export const resetMost = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');
