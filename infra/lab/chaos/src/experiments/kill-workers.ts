import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@writ/test-kit';
import type { Run } from '../experiment.ts';

/** Kills a worker, drawn by lot among those that run, every so often, and starts each again at once. */
export async function killWorkers(run: Run, plan: { times: number; everyMs: number }): Promise<void> {
  const { ground, random, record, tell } = run;
  // One that still starts would fail its start, which is another experiment.
  const up = new Set(ground.stack.replicas['write-worker']);
  const restarting: Promise<void>[] = [];
  for (let time = 1; time <= plan.times; time += 1) {
    await delay(plan.everyMs);
    const [first, ...others] = await eventually(() => someOf([...up]), { withinMs: 240_000 });
    const worker = random.pick([first, ...others]);
    up.delete(worker);
    await worker.kill();
    record({ kind: 'fault', atMs: Date.now(), what: 'kill', target: worker.name });
    tell(`Killed ${worker.name} (${time} of ${plan.times}).`);
    restarting.push(worker.restart().then(() => void up.add(worker)));
  }
  await Promise.all(restarting);
}

function someOf<T>(these: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = these;
  if (first === undefined) throw new Error('No worker runs.');
  return [first, ...others];
}
