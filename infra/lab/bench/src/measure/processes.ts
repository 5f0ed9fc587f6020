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

/** Times in clock ticks, user and system together. */
type ProcessStat = {
  parentPid: number;
  ownTicks: number;
  /** Of ended, awaited children. */
  endedChildrenTicks: number;
};

/** A line of `/proc/<pid>/stat` (proc(5)); the name may contain blanks and parentheses. */
export function parseProcessStat(line: string): ProcessStat {
  const afterName = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // Field 3 (the state) is the first after the name.
  const field = (number: number): number => Number(afterName[number - 3]);
  return {
    parentPid: field(4),
    ownTicks: field(14) + field(15),
    endedChildrenTicks: field(16) + field(17),
  };
}

/** `USER_HZ`: `/proc`'s unit on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Process ids by part. */
export type Parts = Readonly<Record<string, readonly number[]>>;

/** Includes processes that each part started; empty without `/proc`. */
async function cpuSeconds(parts: Parts): Promise<Record<string, number>> {
  const stats = await readStats();
  if (stats.size === 0) return {};
  const children = Map.groupBy(stats, ([, { parentPid }]) => parentPid);
  const ticksOf = (pid: number): number => {
    const own = stats.get(pid);
    const started = (children.get(pid) ?? []).map(([child]) => child);
    return (own?.ownTicks ?? 0) + (own?.endedChildrenTicks ?? 0) + sumOf(started);
  };
  const sumOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + ticksOf(pid), 0);
  return Object.fromEntries(
    Object.entries(parts).map(([part, pids]) => [part, sumOf(pids) / ticksPerSecond]),
  );
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

export type Use = {
  seconds: number;
  /** CPU seconds by part; empty without `/proc`. */
  cpu: Readonly<Record<string, number>>;
  /** Shares of all cores: busy, and used by other programs. */
  machine: number;
  others: number;
};

/** The returned function gives the use since the call. */
export async function watchUse(parts: Parts = {}): Promise<() => Promise<Use>> {
  const before = await readUse(parts);
  return async () => {
    const after = await readUse(parts);
    const [all, busy] = [after.allMs - before.allMs, after.busyMs - before.busyMs];
    const cpu = Object.entries(after.cpu).map(([part, seconds]): [string, number] => [
      part,
      seconds - (before.cpu[part] ?? 0),
    ]);
    const { [ownPart]: own = 0, ...others } = Object.fromEntries(cpu);
    return {
      seconds: all / 1000 / cpus().length,
      cpu: others,
      machine: busy / all,
      // A small difference of large numbers.
      others: Math.round((Math.max(0, busy - own * 1000) / all) * 100) / 100,
    };
  };
}

const ownPart = 'this process and all that it started';

async function readUse(
  parts: Parts,
): Promise<{ cpu: Record<string, number>; busyMs: number; allMs: number }> {
  const cpu = await cpuSeconds({ ...parts, [ownPart]: [process.pid] });
  let [busyMs, allMs] = [0, 0];
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq;
    busyMs += busy;
    allMs += busy + times.idle;
  }
  return { cpu, busyMs, allMs };
}
