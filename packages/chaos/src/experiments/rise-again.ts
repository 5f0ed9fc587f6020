import type { Replica } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { Run } from '../experiment.ts';

/** Whether a replica's process runs. */
export function runs(replica: Replica): boolean {
  try {
    return replica.pid() > 0;
  } catch {
    return false;
  }
}

/** Notes that a replica has killed itself, as it was told to, and starts it again. */
export async function riseAgain({ record }: Pick<Run, 'record'>, replica: Replica): Promise<void> {
  await eventually(() => !runs(replica));
  record({ kind: 'fault', atMs: Date.now(), what: 'kill', target: replica.name });
  await replica.restart();
}
