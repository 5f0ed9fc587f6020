import { setTimeout as delay } from 'node:timers/promises';
import type { Replica } from '@writ/stack';
import { eventually } from '@writ/test-kit';
import type { Run } from '../experiment.ts';
import { broke, fixed } from '../history/note.ts';

export function runs(replica: Replica): boolean {
  try {
    return replica.pid() > 0;
  } catch {
    return false;
  }
}

/** The supervisor's words for a process killed before it was ready. */
const killedEarly = 'ended while it started (SIGKILL)';

/** Records that a replica killed itself, and starts it until it is ready. */
export async function riseAgain(run: Run, replica: Replica): Promise<void> {
  await eventually(() => !runs(replica));
  for (;;) {
    broke(run, 'kill', replica.name);
    try {
      await replica.restart();
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(killedEarly))) throw error;
    }
  }
}

/** Kills a random running worker at intervals and starts it again immediately. */
export async function killWorkers(run: Run, plan: { times: number; everyMs: number }): Promise<void> {
  // A starting worker would fail its start, which is another experiment.
  const up = new Set(run.ground.stack.replicas['write-worker']);
  const restarting: Promise<void>[] = [];
  for (let time = 0; time < plan.times; time += 1) {
    await delay(plan.everyMs);
    const worker = await eventually(() => {
      const [first, ...others] = up;
      if (!first) throw new Error('No worker runs.');
      return run.random.pick([first, ...others]);
    });
    up.delete(worker);
    await worker.kill();
    broke(run, 'kill', worker.name);
    restarting.push(worker.restart().then(() => void up.add(worker)));
  }
  await Promise.all(restarting);
}

export async function killNotification(run: Run): Promise<void> {
  const [service] = run.ground.stack.replicas.notification;
  if (!service) throw new Error('No notification service runs.');
  await service.kill();
  broke(run, 'kill', service.name);
  await noteInFlight(run);
  await service.restart();
  fixed(run, 'kill', service.name);
}

export async function noteInFlight({ ground, record }: Run): Promise<void> {
  const { rows } = await ground.pool.query<{ id: string }>('SELECT id FROM delivery WHERE claimed');
  record({ kind: 'inFlight', atMs: Date.now(), webhookIds: rows.map(({ id }) => `msg_${id}`) });
}

export type Outage = {
  what: string;
  downMs: number;
  end: () => Promise<unknown>;
  restore: () => Promise<unknown>;
};

export async function haveOutage(run: Run, target: string, outage: Outage): Promise<void> {
  broke(run, outage.what, target);
  await outage.end();
  await delay(outage.downMs);
  await outage.restore();
  fixed(run, outage.what, target);
}

export async function countBy({ ground }: Pick<Run, 'ground'>, sql: string): Promise<number> {
  const { rows } = await ground.pool.query<{ count: string }>(sql);
  return Number(rows[0]?.count ?? Infinity);
}
