import { join } from 'node:path';

export type ServiceName = 'write-gateway' | 'operations' | 'installations' | 'notification' | 'write-worker';
export type ProgramName = ServiceName | 'sandbox';

/**
 * Where a program of the workspace begins, what Node is told at its start, the variable that holds its port, and the path
 * that answers 200 when ready.
 */
export type Program = {
  main: string;
  nodeFlags: readonly string[];
  portVariable: string;
  readyPath: string;
};

const root = join(import.meta.dirname, '../../../..');

export const checkout = root;

/**
 * V8 would rather grow than collect: under load it takes a hundred MB for what is young and lets what is old grow fourfold,
 * of which a service that answers needs a third. The images are told the same (infra/Dockerfile, docker-compose.yml).
 */
export const leanFlags: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * What is under way in a service that drains lanes survives a few collections of young objects, and then is garbage. In a
 * small heap all of it is marked again and again. Such a service therefore gets a larger one (infra/README.md has figures).
 */
const workerFlags: readonly string[] = ['--max-semi-space-size=32', '--heap-growing-percent=100'];
const notificationFlags: readonly string[] = ['--max-semi-space-size=64'];

/** The programs that the stack runs as processes of their own, in the order in which they are started. */
export const programs: Readonly<Record<ProgramName, Program>> = {
  sandbox: {
    main: 'packages/sandbox-crm/src/main.ts',
    nodeFlags: leanFlags,
    portVariable: 'SANDBOX_PORT',
    readyPath: '/readyz',
  },
  installations: {
    main: 'services/installations/src/main.ts',
    nodeFlags: leanFlags,
    portVariable: 'INSTALLATIONS_PORT',
    readyPath: '/readyz',
  },
  operations: {
    main: 'services/operations/src/main.ts',
    nodeFlags: leanFlags,
    portVariable: 'OPERATIONS_PORT',
    readyPath: '/readyz',
  },
  notification: {
    main: 'services/notification/src/main.ts',
    nodeFlags: notificationFlags,
    portVariable: 'NOTIFICATION_PORT',
    readyPath: '/readyz',
  },
  'write-worker': {
    main: 'services/write-worker/src/main.ts',
    nodeFlags: workerFlags,
    portVariable: 'WRITE_WORKER_PORT',
    readyPath: '/readyz',
  },
  'write-gateway': {
    main: 'services/write-gateway/src/main.ts',
    nodeFlags: leanFlags,
    portVariable: 'WRITE_PORT',
    readyPath: '/readyz',
  },
};

export const serviceNames: readonly ServiceName[] = [
  'installations',
  'operations',
  'notification',
  'write-worker',
  'write-gateway',
];
