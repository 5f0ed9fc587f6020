import { cpus } from 'node:os';
import { cpuSeconds } from '../measure/cpu-seconds.ts';
import type { CpuQuota } from '../measure/cpu-quota.ts';
import { readUse } from '../measure/other-load.ts';
import type { PostgresWatch, PostgresWork } from './postgres-watch.ts';

/** What was used while a cell was measured. */
export type Use = {
  seconds: number;
  /** CPU seconds of each part. */
  cpu: Readonly<Record<string, number>>;
  /** Share of all cores that were busy, and what processes beside this run had of it. */
  machine: number;
  others: number;
  /** Of the periods of the quota: the share in which a process had to wait for the next. */
  throttled: number;
  postgres: PostgresWork;
};

export type Watched = {
  quota: CpuQuota;
  postgres: PostgresWatch;
  /** The processes that are held. */
  pids: readonly number[];
  /** Ids of processes, by the part that they belong to. */
  parts: Readonly<Record<string, readonly number[]>>;
};

/** Begins to watch; the function it gives ends that. */
export async function watchCell({ quota, postgres, pids, parts }: Watched): Promise<() => Promise<Use>> {
  const throttled = await quota.watchThrottled(pids);
  const work = await postgres.begin();
  const before = await readAll(parts);
  return async () => {
    const after = await readAll(parts);
    const all = after.machine.totalSeconds - before.machine.totalSeconds;
    const busy = after.machine.busySeconds - before.machine.busySeconds;
    const own = after.machine.ownSeconds - before.machine.ownSeconds;
    return {
      seconds: all / cpus().length,
      cpu: Object.fromEntries(
        Object.entries(after.cpu).map(([part, seconds]) => [part, seconds - (before.cpu[part] ?? 0)]),
      ),
      machine: busy / all,
      others: roundToPercent(Math.max(0, busy - own) / all),
      throttled: await throttled(),
      postgres: await work(),
    };
  };
}

/** It is a small difference of large numbers. */
const roundToPercent = (share: number): number => Math.round(share * 100) / 100;

async function readAll(parts: Watched['parts']) {
  const ids = Object.entries(parts).flatMap(([part, pids]) =>
    pids.map((pid) => [`${part} ${pid}`, pid] as const),
  );
  const used = (await cpuSeconds(Object.fromEntries(ids))) ?? {};
  const cpu: Record<string, number> = {};
  for (const [id, seconds] of Object.entries(used)) {
    const part = id.slice(0, id.lastIndexOf(' '));
    cpu[part] = (cpu[part] ?? 0) + seconds;
  }
  const machine = (await readUse()) ?? { busySeconds: 0, totalSeconds: 0, ownSeconds: 0 };
  return { cpu, machine };
}
