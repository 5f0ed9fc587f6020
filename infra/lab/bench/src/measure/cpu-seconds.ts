import { readdir, readFile } from 'node:fs/promises';
import { parseProcessStat } from './process-stat.ts';
import type { ProcessStat } from './process-stat.ts';

/** `USER_HZ`: what `/proc` counts in on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * CPU seconds, so far, of each named process together with all processes that it started. Undefined where there is
 * no `/proc`.
 */
export async function cpuSeconds(
  pids: Readonly<Record<string, number>>,
): Promise<Record<string, number> | undefined> {
  const stats = await readStats();
  if (stats.size === 0) return undefined;
  const children = Map.groupBy(stats, ([, { parentPid }]) => parentPid);
  const ticksOf = (pid: number): number => {
    const own = stats.get(pid);
    const started = (children.get(pid) ?? []).reduce((sum, [child]) => sum + ticksOf(child), 0);
    return (own?.ownTicks ?? 0) + (own?.endedChildrenTicks ?? 0) + started;
  };
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, ticksOf(pid) / ticksPerSecond]));
}

async function readStats(): Promise<Map<number, ProcessStat>> {
  const names = await readdir('/proc').catch(() => []);
  const read = names
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => {
      const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
      return line === undefined ? [] : [[Number(name), parseProcessStat(line)] as const];
    });
  return new Map((await Promise.all(read)).flat());
}
