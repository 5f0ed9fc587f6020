import { join } from 'node:path';

export type ServiceName = 'write-gateway' | 'operations' | 'installations' | 'notification' | 'write-worker';
export type ProgramName = ServiceName | 'sandbox';

/** Where a program of the workspace begins, the variable that holds its port, and the path that answers 200 when ready. */
export type Program = { main: string; portVariable: string; readyPath: string };

const root = join(import.meta.dirname, '../../../..');

/** The checkout's folder, in which every program runs. */
export const checkout = root;

/**
 * What Node is told at each start. V8 would rather grow than collect: under load it takes a hundred MB for what is young and
 * lets what is old grow fourfold, of which a service needs a third. The images are told the same (infra/Dockerfile).
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** The programs that the stack runs as processes of their own, in the order in which they are started. */
export const programs: Readonly<Record<ProgramName, Program>> = {
  sandbox: {
    main: 'packages/sandbox-crm/src/main.ts',
    portVariable: 'SANDBOX_PORT',
    readyPath: '/readyz',
  },
  installations: {
    main: 'services/installations/src/main.ts',
    portVariable: 'INSTALLATIONS_PORT',
    readyPath: '/readyz',
  },
  operations: {
    main: 'services/operations/src/main.ts',
    portVariable: 'OPERATIONS_PORT',
    readyPath: '/readyz',
  },
  notification: {
    main: 'services/notification/src/main.ts',
    portVariable: 'NOTIFICATION_PORT',
    readyPath: '/readyz',
  },
  'write-worker': {
    main: 'services/write-worker/src/main.ts',
    portVariable: 'WRITE_WORKER_PORT',
    readyPath: '/readyz',
  },
  'write-gateway': {
    main: 'services/write-gateway/src/main.ts',
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
