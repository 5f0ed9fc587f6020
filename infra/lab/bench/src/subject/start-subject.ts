import { randomBytes } from 'node:crypto';
import { createManagement, startStack, type Management, type Stack, type StackOptions } from '@writ/stack';
import pg from 'pg';
import type { BenchContext } from '../benchmark.ts';
import { startServers, type BenchServers } from './start-servers.ts';

const shownErrors = 5;

/** The services under test: the full form on one machine, with durable servers and usual settings. */
export type Subject = { servers: BenchServers; stack: Stack; management: Management; pool: pg.Pool };

/** `replicas` stands in for those of the command line; `postgres` are settings of its own, as `name=value`. */
export async function startSubject(
  context: BenchContext,
  own: { replicas?: StackOptions['replicas']; postgres?: readonly string[] } = {},
): Promise<Subject> {
  const { tell, closing, dataDir } = context;
  const adminToken = randomBytes(24).toString('base64url');
  const servers = await startServers(context, own.postgres);
  const stack = await startStack({
    dataDir,
    replicas: own.replicas ?? context.replicas,
    servers: {
      databaseUrl: servers.postgres.url,
      redisUrl: servers.redis.url,
      kafkaBrokers: servers.kafka.brokers.join(','),
    },
    environment: {
      ...context.environment,
      ADMIN_TOKEN: adminToken,
      // What is measured is the services, not what a provider allows: accounts of the benchmark have no quota.
      HUBSPOT_WINDOW_LIMIT: '100000',
      PROVIDER_QUOTA_PERCENT: '100',
      // One key sends all that there is.
      RATE_LIMIT_PER_KEY: '100000',
      RATE_LIMIT_PER_PROJECT: '100000',
      // Receivers of the benchmark listen on loopback, which is refused otherwise.
      DESTINATION_ALLOW_HTTP: 'true',
      DESTINATION_ALLOW_CIDRS: '127.0.0.1/32',
      ...(context.profileDir !== undefined && {
        NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${context.profileDir}`,
      }),
    },
    tell,
    onLine: tellErrors(tell),
  });
  closing.add(stack, (started) => started.stop());
  const pool = closing.add(new pg.Pool({ connectionString: servers.postgres.url, max: 4 }), (opened) =>
    opened.end(),
  );
  return { servers, stack, management: createManagement(stack.managementUrl, adminToken), pool };
}

/** Hands on the first errors that the services log; the others would say the same. */
function tellErrors(tell: (line: string) => void): (program: string, line: string) => void {
  let left = shownErrors;
  return (program, line) => {
    if (left === 0 || !line.includes('"level":"error"')) return;
    left -= 1;
    tell(`${program}: ${line}`);
  };
}
