import { join } from 'node:path';

/** In the order of their starts. */
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
 * Under load V8 would rather grow than collect: a hundred MB for young objects, fourfold for old ones. An answering
 * service needs a third. The images use the same flags (infra/Dockerfile, docker-compose.yml).
 */
export const leanFlags: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * Work in draining services survives a few collections, then is garbage. A small heap marks it repeatedly (figures:
 * infra/README.md).
 */
const workerFlags: readonly string[] = ['--max-semi-space-size=32', '--heap-growing-percent=100'];
const notificationFlags: readonly string[] = ['--max-semi-space-size=64'];

const service = (name: ServiceName, nodeFlags = leanFlags, portVariable?: string): Program => ({
  main: `services/${name}/src/main.ts`,
  nodeFlags,
  portVariable: portVariable ?? `${name.toUpperCase().replaceAll('-', '_')}_PORT`,
});

/** Each runs in its own process. */
export const programs: Readonly<Record<ProgramName, Program>> = {
  sandbox: { main: 'packages/sandbox-crm/src/main.ts', nodeFlags: leanFlags, portVariable: 'SANDBOX_PORT' },
  installations: service('installations'),
  operations: service('operations'),
  notification: service('notification', notificationFlags),
  'write-worker': service('write-worker', workerFlags),
  'write-gateway': service('write-gateway', leanFlags, 'WRITE_PORT'),
};
