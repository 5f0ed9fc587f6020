import { join } from 'node:path';

/** The services, in the order in which they are started. */
export const serviceNames = [
  'installations',
  'operations',
  'notification',
  'write-worker',
  'write-gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];
export type ProgramName = ServiceName | 'sandbox';

export type Program = { main: string; nodeFlags: readonly string[]; portVariable: string };

export const checkout = join(import.meta.dirname, '../../../..');

/**
 * V8 would rather grow than collect: under load it takes a hundred MB for young objects and lets old ones grow fourfold. A
 * service that answers needs a third of it. The images use the same flags (infra/Dockerfile, docker-compose.yml).
 */
export const leanFlags: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * Work in a service that drains lanes survives a few collections, then is garbage. A small heap marks all of it again and
 * again (infra/README.md has figures).
 */
const workerFlags: readonly string[] = ['--max-semi-space-size=32', '--heap-growing-percent=100'];
const notificationFlags: readonly string[] = ['--max-semi-space-size=64'];

const service = (name: ServiceName, nodeFlags = leanFlags, portVariable?: string): Program => ({
  main: `services/${name}/src/main.ts`,
  nodeFlags,
  portVariable: portVariable ?? `${name.toUpperCase().replaceAll('-', '_')}_PORT`,
});

/** The programs that the stack runs as processes of their own. */
export const programs: Readonly<Record<ProgramName, Program>> = {
  sandbox: { main: 'packages/sandbox-crm/src/main.ts', nodeFlags: leanFlags, portVariable: 'SANDBOX_PORT' },
  installations: service('installations'),
  operations: service('operations'),
  notification: service('notification', notificationFlags),
  'write-worker': service('write-worker', workerFlags),
  'write-gateway': service('write-gateway', leanFlags, 'WRITE_PORT'),
};
