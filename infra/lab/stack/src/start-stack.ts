import { join } from 'node:path';
import { keepDatabaseUrl, migrateDatabase } from '@writ/db';
import type { Tell } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import type { Closing } from '@writ/service-kit';
import { reserveAddresses } from './addresses.ts';
import type { Ports } from './addresses.ts';
import { createFleet } from './fleet/fleet.ts';
import type { ReplicaChanges } from './fleet/fleet.ts';
import { serviceNames } from './programs.ts';
import type { ServiceName } from './programs.ts';
import { seedDemo } from './seed-demo.ts';
import { serviceEnvironment } from './service-environment.ts';
import { isPublic } from './edge/edge-configuration.ts';
import { migrateAs } from './migrate-as.ts';
import { mustHaveNginx, serverPath, startEdge } from './edge/start-edge.ts';
import type { Edge } from './edge/start-edge.ts';
import type { Replica } from './fleet/start-replica.ts';
import { startServers } from './start-servers.ts';
import type { GivenServers, Servers } from './start-servers.ts';
import { whenItEnds } from './fleet/when-it-ends.ts';

export type { ReplicaChanges } from './fleet/fleet.ts';

export type StackOptions = {
  /** Data of the servers (below `stack/`), generated keys, and what the demo writes for its callers. */
  dataDir: string;
  /** What every program gets beside the addresses of this stack; PATH at least. */
  environment: Record<string, string>;
  /** Folder of another release, whose services run; by default this checkout. */
  checkout?: string | undefined;
  /** 0 or left out: any free one. */
  ports?: Ports;
  /** Port of the first process of a service; 0 or left out: any free one. The gateway's is behind the edge. */
  servicePorts?: Partial<Record<ServiceName, number>>;
  /** Port of the first process's metrics, from which the others are counted; 0 or left out: any free ones. */
  metricsPort?: number;
  replicas?: Partial<Record<ServiceName, number>>;
  servers?: GivenServers;
  /** Whether a program or server that ends by itself is started again, each time after a longer while. */
  bringBack?: boolean;
  seedDemo?: boolean;
  /** Receives one line for each step, and one for each program that ends by itself. */
  tell?: Tell;
  onLine?: (program: string, line: string) => void;
};

export type Stack = {
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  servers: Servers;
  replicas: Readonly<Record<ServiceName, readonly Replica[]>>;
  edgePid: () => number;
  sandboxPid: () => number;
  /** What the programs were given, for another program of the same stack. */
  environment: Readonly<Record<string, string>>;
  addReplica: (service: ServiceName, changes?: ReplicaChanges) => Promise<Replica>;
  stop: () => Promise<void>;
};

/**
 * The full form on one machine: real servers, each service as processes of its own, the sandbox, and nginx before both
 * public addresses. When it returns, every part is ready; when it throws, nothing is left running.
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
  const { dataDir, tell = () => undefined, onLine = () => undefined, bringBack = false } = options;
  const serversDir = join(dataDir, 'stack');
  const path = serverPath(options.environment['PATH'] ?? '');
  await mustHaveNginx(path);
  tell('Starting Postgres, Redis and Kafka.');
  const servers = await startServers(closing, serversDir, options.servers ?? {}, { tell, bringBack });
  const directUrl = options.servers?.databaseDirectUrl ?? servers.databaseUrl;
  const { checkout } = options;
  await (checkout === undefined
    ? migrateDatabase(directUrl, tell)
    : migrateAs(checkout, directUrl, options.environment));
  // Whoever gave the address has it already.
  if (servers.postgres) {
    closing.add(await keepDatabaseUrl(dataDir, servers.databaseUrl), (kept) => kept.forget());
  }

  const addresses = await reserveAddresses(options.ports ?? {});
  const environment = await serviceEnvironment(options.environment, dataDir, servers, addresses);
  const { metricsPort = 0 } = options;
  const fleet = createFleet(
    { dataDir: serversDir, checkout, environment, metricsPort, bringBack, tell, onLine },
    closing,
  );
  // Starts after the services and ends after them, too: what they finish is still answered.
  const opened: { edge?: Edge } = {};
  closing.add(opened, async ({ edge }) => edge?.close());

  const sandbox = await fleet.start('sandbox', addresses.sandbox.port);
  for (const service of serviceNames) {
    const count = options.replicas?.[service] ?? 1;
    for (let started = 0; started < count; started += 1)
      await fleet.start(service, started === 0 ? (options.servicePorts?.[service] ?? 0) : 0);
  }
  const edge = await startEdge({
    dir: join(serversDir, 'edge'),
    path,
    road: {
      managementPort: addresses.management.port,
      writePort: addresses.write.port,
      environment,
      portsOf: (service) => fleet.replicas[service].map(({ port }) => port),
    },
    tell,
    onLine: (line) => onLine('edge', line),
    ...whenItEnds('edge', { tell, bringBack }),
  });
  opened.edge = edge;
  if (options.seedDemo) await seedDemo(environment, tell);
  return {
    managementUrl: addresses.management.url,
    writeUrl: addresses.write.url,
    sandboxUrl: addresses.sandbox.url,
    servers,
    replicas: fleet.replicas,
    edgePid: edge.pid,
    sandboxPid: sandbox.pid,
    environment,
    addReplica: async (service, changes) => {
      const replica = await fleet.start(service, 0, changes);
      // Another configuration costs callers the connections that they keep.
      if (isPublic(service)) await edge.update();
      return replica;
    },
    stop: () => closing.close(),
  };
}
