import { readdir, readFile } from 'node:fs/promises';
import { cpus, platform, release, totalmem } from 'node:os';

export type Machine = { cpu: string; cores: number; memoryGb: number; system: string; node: string };

export function describeMachine(): Machine {
  const all = cpus();
  return {
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release()}`,
    node: process.version,
  };
}

/** Facts of one process; times are in clock ticks, user and system together. */
type ProcessStat = {
  parentPid: number;
  ownTicks: number;
  /** Of children that have ended and were waited for. */
  endedChildrenTicks: number;
};

/** Reads a line of `/proc/<pid>/stat` (proc(5)); the command's name may hold blanks and parentheses. */
export function parseProcessStat(line: string): ProcessStat {
  const afterName = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // Field 3 of the line (the state) is the first after the name.
  const field = (number: number): number => Number(afterName[number - 3]);
  return {
    parentPid: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
  };
}

/** `USER_HZ`: the unit of `/proc` on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU seconds so far of each named process with all processes that it started; undefined without `/proc`. */
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

export async function residentMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kb === undefined ? undefined : Number(kb) / 1024;
}

/** Seconds of all cores so far; `own` is this process with all that it started. */
export type MachineUse = { busySeconds: number; totalSeconds: number; ownSeconds: number };

/** Undefined without `/proc`. */
export async function readUse(): Promise<MachineUse | undefined> {
  const own = (await cpuSeconds({ own: process.pid }))?.['own'];
  if (own === undefined) return undefined;
  let [busyMs, totalMs] = [0, 0];
  for (const { times } of cpus()) {
    busyMs += times.user + times.nice + times.sys + times.irq;
    totalMs += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { busySeconds: busyMs / 1000, totalSeconds: totalMs / 1000, ownSeconds: own };
}

/** Begins to watch; the returned function gives the share of all cores that the rest of the machine used since. */
export async function watchOthers(): Promise<() => Promise<number | undefined>> {
  const before = await readUse();
  return async () => {
    const after = await readUse();
    if (before === undefined || after === undefined) return undefined;
    const othersSeconds = after.busySeconds - before.busySeconds - (after.ownSeconds - before.ownSeconds);
    return Math.max(0, othersSeconds / (after.totalSeconds - before.totalSeconds));
  };
}
