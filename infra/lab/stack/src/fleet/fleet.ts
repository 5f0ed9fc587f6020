import { join } from 'node:path';
import type { Tell } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';
import { programs, serviceNames } from '../programs.ts';
import type { ProgramName, ServiceName } from '../programs.ts';
import { startReplica } from './start-replica.ts';
import type { Replica } from './start-replica.ts';

export type FleetOptions = {
  dataDir: string;
  /** Another release's folder; by default this checkout. */
  checkout?: string | undefined;
  environment: Record<string, string>;
  /** Of the first service's first process; others count up. 0: any free ports. */
  metricsPort: number;
  bringBack: boolean;
  tell: Tell;
  onLine: (program: string, line: string) => void;
};

/** Differences from its service's other processes. */
export type ReplicaChanges = {
  /** Another entry point, below the checkout's folder. */
  main?: string;
  environment?: Readonly<Record<string, string>>;
};

export type Fleet = {
  start: (program: ProgramName, port: number, changes?: ReplicaChanges) => Promise<Replica>;
  replicas: Readonly<Record<ServiceName, readonly Replica[]>>;
};

/** Starts without processes; `closing` stops all that it starts. */
export function createFleet(options: FleetOptions, closing: Closing): Fleet {
  const names: ProgramName[] = ['sandbox', ...serviceNames];
  const replicas = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    ProgramName,
    Replica[]
  >;

  const started = Object.fromEntries(names.map((name) => [name, 0])) as Record<ProgramName, number>;

  const start: Fleet['start'] = async (program, port, { main, environment } = {}) => {
    // Before any wait: several of a program may start concurrently.
    const number = (started[program] += 1);
    const name = number === 1 ? program : `${program}-${number}`;
    const replica = await startReplica({
      ...options,
      name,
      environment: { ...options.environment, ...environment },
      program: { ...programs[program], main: mainOf(options, program, main) },
      port,
      metricsPort: metricsPortOf(options.metricsPort, program, number),
    });
    closing.add(replica, (opened) => opened.close());
    replicas[program].push(replica);
    const metrics = program === 'sandbox' ? '' : `, metrics ${replica.metricsUrl}`;
    options.tell(`${name} is ready (${replica.url}${metrics}).`);
    return replica;
  };
  return { start, replicas };
}

/** The sandbox is always this checkout's: experiments read its journal. */
const mainOf = ({ checkout }: FleetOptions, program: ProgramName, main = programs[program].main): string =>
  checkout === undefined || program === 'sandbox' ? main : join(checkout, main);

/** Ten per service; 0 beyond these, and for the sandbox, which has no metrics. */
const portsOfService = 10;

function metricsPortOf(first: number, program: ProgramName, number: number): number {
  const place = serviceNames.findIndex((name) => name === program);
  if (first === 0 || place === -1 || number > portsOfService) return 0;
  return first + place * portsOfService + number - 1;
}
