import type { Run } from '../../experiment.ts';

/** Kills the notification service, notes what was in flight, and starts it again. */
export async function killNotification(run: Run): Promise<void> {
  const { ground, record, tell } = run;
  const [service] = ground.stack.replicas.notification;
  if (!service) throw new Error('No notification service runs.');
  await service.kill();
  record({ kind: 'fault', atMs: Date.now(), what: 'kill', target: service.name });
  tell(`Killed ${service.name}.`);
  await noteInFlight(run);
  await service.restart();
  record({ kind: 'mended', atMs: Date.now(), what: 'kill', target: service.name });
  tell(`${service.name} is back.`);
}

/** Records the deliveries that have begun and are not settled. */
export async function noteInFlight({ ground, record }: Run): Promise<void> {
  const { rows } = await ground.pool.query<{ id: string }>('SELECT id FROM delivery WHERE claimed');
  record({ kind: 'inFlight', atMs: Date.now(), webhookIds: rows.map(({ id }) => `msg_${id}`) });
}

/** What an experiment with deliveries stands on: no write is needed. */
export const deliveryGround = {
  accounts: () => 1,
  latencyMs: 0,
  replicas: { 'write-gateway': 0, 'write-worker': 0, operations: 0 },
} as const;
