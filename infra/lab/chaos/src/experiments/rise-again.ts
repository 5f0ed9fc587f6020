import type { Replica } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { Run } from '../experiment.ts';
import type { Entry } from '../entry.ts';

/** Whether a replica's process runs. */
export function runs(replica: Replica): boolean {
  try {
    return replica.pid() > 0;
  } catch {
    return false;
  }
}

/** What the supervisor says of a process that was killed before it was ready. */
const killedEarly = 'ended while it started (SIGKILL)';

/** Notes that a replica has killed itself, as it was told to, and starts it again; it may do so before it is ready. */
export async function riseAgain({ record }: Pick<Run, 'record'>, replica: Replica): Promise<void> {
  await eventually(() => !runs(replica));
  for (;;) {
    record({ kind: 'fault', atMs: Date.now(), what: 'kill', target: replica.name });
    try {
      await replica.restart();
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(killedEarly))) throw error;
    }
  }
}

/** The run, and how many faults it has recorded since. */
export function countingFaults(run: Run): { run: Run; killed: () => number } {
  let faults = 0;
  const record = (entry: Entry): void => {
    faults += entry.kind === 'fault' ? 1 : 0;
    run.record(entry);
  };
  return { run: { ...run, record }, killed: () => faults };
}
