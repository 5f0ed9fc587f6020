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
  /** For the servers' data (`stack/`), generated keys, and the demo's file for callers. */
  dataDir: string;
  /** For every program, besides the stack's addresses; PATH at least. */
  environment: Record<string, string>;
  /** Another release's folder; by default this checkout. */
  checkout?: string | undefined;
  /** 0 or absent: any free port. */
  ports?: Ports;
  /** Of a service's first process; 0 or absent: any free port. The gateway's is behind the edge. */
  servicePorts?: Partial<Record<ServiceName, number>>;
  /** Of the first process; others count up. 0 or absent: any free ports. */
  metricsPort?: number;
  replicas?: Partial<Record<ServiceName, number>>;
  servers?: GivenServers;
  /** Restarts programs and servers that end by themselves, after growing pauses. */
  bringBack?: boolean;
  seedDemo?: boolean;
  /** Receives a line per step, and per program that ended by itself. */
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
  /** The programs' environment, for another program of the stack. */
  environment: Readonly<Record<string, string>>;
  addReplica: (service: ServiceName, changes?: ReplicaChanges) => Promise<Replica>;
  stop: () => Promise<void>;
};

/**
 * The full form on one machine: real servers, a process per service, the sandbox, and nginx before both public
 * addresses. Returns once all is ready; if it throws, nothing keeps running.
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
  // Given addresses need no note.
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
  // Starts and ends after the services, so that their last answers pass.
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
      // A changed configuration costs callers their open connections.
      if (isPublic(service)) await edge.update();
      return replica;
    },
    stop: () => closing.close(),
  };
}
