import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Closing } from '@writ/service-kit';

/** Limits processes to a share of a core by the kernel's quota (cgroups), like containers. */
export type CpuQuota = {
  how: string;
  canHold: boolean;
  /** For each process; undefined: no limit. */
  hold: (pids: readonly number[], share: number | undefined) => Promise<void>;
  /** The share of periods in which a process had to wait. */
  watchThrottled: (pids: readonly number[]) => Promise<() => Promise<number>>;
};

/** The default of the kernel and of containers. */
const periodUs = 100_000;

type Way = { name: string; root: string; files: (quotaUs: number | undefined) => Record<string, string> };

const ways: readonly Way[] = [
  {
    name: 'cgroup v1',
    root: '/sys/fs/cgroup/cpu',
    files: (quotaUs = -1) => ({ 'cpu.cfs_period_us': String(periodUs), 'cpu.cfs_quota_us': String(quotaUs) }),
  },
  {
    name: 'cgroup v2',
    root: '/sys/fs/cgroup',
    files: (quotaUs) => ({ 'cpu.max': `${quotaUs ?? 'max'} ${periodUs}` }),
  },
];

/** Uses this machine's version. `closing` removes the groups, so their processes must end before. */
export async function openCpuQuota(closing: Closing): Promise<CpuQuota> {
  const faults: string[] = [];
  for (const way of ways) {
    const fault = await faultOf(way);
    if (fault === undefined) return quotaBy(way, closing);
    faults.push(`${way.name}: ${fault}`);
  }
  return {
    how: `not at all: ${faults.join('; ')}`,
    canHold: false,
    hold: () => Promise.resolve(),
    watchThrottled: () => Promise.resolve(() => Promise.resolve(0)),
  };
}

async function faultOf(way: Way): Promise<string | undefined> {
  const dir = groupOf(way, 'trial');
  try {
    // In version 2 a parent must delegate the controller.
    if (way.name === 'cgroup v2') await writeFile(join(way.root, 'cgroup.subtree_control'), '+cpu');
    await mkdir(dir);
    await setQuota(way, dir, 1);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rmdir(dir).catch(() => undefined);
  }
}

function quotaBy(way: Way, closing: Closing): CpuQuota {
  const groups = new Map<number, string>();
  closing.add(groups, async () => {
    for (const dir of groups.values()) await rmdir(dir);
  });
  const putIntoGroup = async (pid: number): Promise<string> => {
    const dir = groupOf(way, String(pid));
    await mkdir(dir);
    groups.set(pid, dir);
    await writeFile(join(dir, 'cgroup.procs'), String(pid));
    return dir;
  };
  const periods = async (pids: readonly number[]) => {
    const texts = pids.map((pid) => groups.get(pid)).filter((dir) => dir !== undefined);
    const stats = await Promise.all(texts.map((dir) => readFile(join(dir, 'cpu.stat'), 'utf8')));
    return parsePeriods(stats);
  };
  return {
    how: `${way.name}, quota of a period of ${periodUs / 1000} ms`,
    canHold: true,
    hold: async (pids, share) => {
      for (const pid of pids) await setQuota(way, groups.get(pid) ?? (await putIntoGroup(pid)), share);
    },
    watchThrottled: async (pids) => {
      const before = await periods(pids);
      return async () => {
        const after = await periods(pids);
        return (after.throttled - before.throttled) / Math.max(1, after.all - before.all);
      };
    },
  };
}

export function parsePeriods(texts: readonly string[]): { all: number; throttled: number } {
  const sum = (name: string) =>
    texts.reduce(
      (total, text) => total + Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0),
      0,
    );
  return { all: sum('nr_periods'), throttled: sum('nr_throttled') };
}

const groupOf = ({ root }: Way, name: string): string => join(root, `writ-bench-${process.pid}-${name}`);

async function setQuota(way: Way, dir: string, share: number | undefined): Promise<void> {
  const quotaUs = share === undefined ? undefined : Math.round(share * periodUs);
  for (const [file, text] of Object.entries(way.files(quotaUs))) await writeFile(join(dir, file), text);
}
