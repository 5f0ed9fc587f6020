import type { ServiceName } from '@writ/stack';

/** Options that say how many processes of a service there are. */
export const replicaOptions = {
  gateways: 'write-gateway',
  workers: 'write-worker',
} as const satisfies Record<string, ServiceName>;
export type ReplicaOption = keyof typeof replicaOptions;
export const replicaOptionNames = Object.keys(replicaOptions) as readonly ReplicaOption[];

/** Processes of services that have another number of them than one. */
export type Replicas = { [Option in ReplicaOption as (typeof replicaOptions)[Option]]?: number };

/** For a report: only what was asked for is told. */
export const replicaSettings = (replicas: Replicas): Readonly<Record<string, number>> =>
  Object.fromEntries(
    replicaOptionNames.flatMap((option) => {
      const count = replicas[replicaOptions[option]];
      return count === undefined ? [] : [[option, count] as const];
    }),
  );
