import type { Tell } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';
import { programs, serviceNames } from './programs.ts';
import type { ProgramName, ServiceName } from './programs.ts';
import { createRotation } from './rotation.ts';
import type { Rotation } from './rotation.ts';
import { startReplica } from './start-replica.ts';
import type { Replica } from './start-replica.ts';

export type FleetOptions = {
  dataDir: string;
  environment: Record<string, string>;
  tell: Tell;
  onLine: (program: string, line: string) => void;
};

/** All processes of the stack's programs, and which of them take requests. */
export type Fleet = {
  start: (program: ProgramName, port: number) => Promise<Replica>;
  replicas: Readonly<Record<ServiceName, readonly Replica[]>>;
  rotationOf: (program: ProgramName) => Rotation;
};

/** A fleet without a process yet; each that it starts is stopped by `closing`. */
export function createFleet(options: FleetOptions, closing: Closing): Fleet {
  const names: ProgramName[] = ['sandbox', ...serviceNames];
  const rotations = Object.fromEntries(names.map((name) => [name, createRotation()])) as Record<
    ProgramName,
    Rotation
  >;
  const replicas = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    ProgramName,
    Replica[]
  >;

  const start = async (program: ProgramName, port: number): Promise<Replica> => {
    const number = replicas[program].length + 1;
    const name = number === 1 ? program : `${program}-${number}`;
    const replica = await startReplica({
      ...options,
      name,
      program: programs[program],
      port,
      rotation: rotations[program],
    });
    closing.add(replica, (started) => started.close());
    replicas[program].push(replica);
    options.tell(`${name} is ready (${replica.url}).`);
    return replica;
  };
  return { start, replicas, rotationOf: (program) => rotations[program] };
}
