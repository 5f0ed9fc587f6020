import { join } from 'node:path';
import { keepDatabaseUrl, migrateDatabase } from '@writ/db';
import type { Tell } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import type { Closing } from '@writ/service-kit';
import { reserveAddresses } from './addresses.ts';
import type { Ports } from './addresses.ts';
import { readEdgeRoutes, routeByPath } from './edge-routes.ts';
import { startEdge } from './edge.ts';
import { createFleet } from './fleet.ts';
import type { Fleet, ReplicaChanges } from './fleet.ts';
import { serviceNames } from './programs.ts';
import type { ProgramName, ServiceName } from './programs.ts';
import { seedDemo } from './seed-demo.ts';
import { serviceEnvironment } from './service-environment.ts';
import type { Replica } from './start-replica.ts';
import { startServers } from './start-servers.ts';
import type { GivenServers, Servers } from './start-servers.ts';

export type { ReplicaChanges } from './fleet.ts';

export type StackOptions = {
  /** Data of the servers (below `stack/`), generated keys, and what the demo writes for its callers. */
  dataDir: string;
  /** What every program gets beside the addresses of this stack; PATH at least. */
  environment: Record<string, string>;
  /** 0 or left out: any free one. */
  ports?: Ports;
  /** How many processes of a service, 0 included; without it, one. A number for the gateway puts an edge before it, too. */
  replicas?: Partial<Record<ServiceName, number>>;
  servers?: GivenServers;
  seedDemo?: boolean;
  /** Receives one line for each step, and one for each program that ends by itself. */
  tell?: Tell;
  /** Receives each line that a program prints. */
  onLine?: (program: string, line: string) => void;
};

export type Stack = {
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  servers: Servers;
  replicas: Readonly<Record<ServiceName, readonly Replica[]>>;
  /** What the programs were given, for another program of the same stack. */
  environment: Readonly<Record<string, string>>;
  addReplica: (service: ServiceName, changes?: ReplicaChanges) => Promise<Replica>;
  /** Stops everything in the reverse order of its start. */
  stop: () => Promise<void>;
};

/**
 * The full form on one machine: real servers, each service as processes of its own, the sandbox and an edge. When it
 * returns, every part is ready; when it throws, nothing is left running.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const closing = createClosing();
  try {
    return await bringUp(options, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function bringUp(options: StackOptions, closing: Closing): Promise<Stack> {
  const { dataDir, tell = () => undefined, onLine = () => undefined } = options;
  const serversDir = join(dataDir, 'stack');
  tell('Starting Postgres, Redis and Kafka.');
  const servers = await startServers(closing, serversDir, options.servers ?? {}, tell);
  await migrateDatabase(servers.databaseUrl, tell);
  // Whoever gave the address has it already.
  if (servers.postgres) {
    closing.add(await keepDatabaseUrl(dataDir, servers.databaseUrl), (kept) => kept.forget());
  }

  const addresses = await reserveAddresses(options.ports ?? {});
  const environment = await serviceEnvironment(options.environment, dataDir, servers, addresses);
  const fleet = createFleet({ dataDir: serversDir, environment, tell, onLine }, closing);
  await fleet.start('sandbox', addresses.sandbox.port);
  await startServices(fleet, options.replicas ?? {}, addresses.write.port, closing);

  const route = routeByPath(await readEdgeRoutes());
  await openEdge(fleet, addresses.management.port, route, closing);
  if (options.seedDemo) await seedDemo(environment, tell);
  return {
    managementUrl: addresses.management.url,
    writeUrl: addresses.write.url,
    sandboxUrl: addresses.sandbox.url,
    servers,
    replicas: fleet.replicas,
    environment,
    addReplica: (service, changes) => fleet.start(service, 0, changes),
    stop: () => closing.close(),
  };
}

async function startServices(
  fleet: Fleet,
  replicas: Partial<Record<ServiceName, number>>,
  writePort: number,
  closing: Closing,
): Promise<void> {
  const hasWriteEdge = replicas['write-gateway'] !== undefined;
  for (const service of serviceNames) {
    const port = service === 'write-gateway' && !hasWriteEdge ? writePort : 0;
    for (let count = 0; count < (replicas[service] ?? 1); count += 1) await fleet.start(service, port);
  }
  if (hasWriteEdge) await openEdge(fleet, writePort, () => 'write-gateway', closing);
}

async function openEdge(
  fleet: Fleet,
  port: number,
  route: (path: string) => ProgramName | 'none',
  closing: Closing,
): Promise<void> {
  const portsOf = (name: ProgramName) => fleet.rotationOf(name).ports();
  closing.add(await startEdge({ host: '127.0.0.1', port, route, portsOf }), (edge) => edge.close());
}
