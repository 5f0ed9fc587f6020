import { cpus } from 'node:os';
import { cpuSeconds } from './cpu-seconds.ts';

/** Begins to watch; the function it gives says which share of all cores the rest of the machine has used since then. */
export async function watchOthers(): Promise<() => Promise<number | undefined>> {
  const before = await readUse();
  return async () => {
    const after = await readUse();
    if (before === undefined || after === undefined) return undefined;
    const othersSeconds = after.busySeconds - before.busySeconds - (after.ownSeconds - before.ownSeconds);
    return Math.max(0, othersSeconds / (after.totalSeconds - before.totalSeconds));
  };
}

/** Seconds of all cores together so far; `own` is this process with all that it started. */
export type MachineUse = { busySeconds: number; totalSeconds: number; ownSeconds: number };

/** Undefined where there is no `/proc`. */
export async function readUse(): Promise<MachineUse | undefined> {
  const own = await cpuSeconds({ own: process.pid });
  if (own?.['own'] === undefined) return undefined;
  let [busyMs, totalMs] = [0, 0];
  for (const { times } of cpus()) {
    busyMs += times.user + times.nice + times.sys + times.irq;
    totalMs += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { busySeconds: busyMs / 1000, totalSeconds: totalMs / 1000, ownSeconds: own['own'] };
}
