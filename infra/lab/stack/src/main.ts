import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  integer,
  kafkaVariables,
  optional,
  port,
  readEnvironment,
  runService,
  serviceVariables,
  StartError,
  text,
  url,
} from '@writ/service-kit';
import { edgeVariables } from './edge/edge-variables.ts';
import { jsonLine } from './json-line.ts';
import { programs, serviceNames, type ServiceName } from './programs.ts';
import { startStack } from './start-stack.ts';
import { variablesOfServices } from './variables-of-services.ts';

const replicas = (service: ServiceName) =>
  integer(`How many processes of ${service} run.`, { fallback: '1', min: 0, max: 100 });

const variables = {
  MANAGEMENT_PORT: port('Port of the management address.', { fallback: '8080' }),
  WRITE_PORT: port('Port of the write address.', { fallback: '8081' }),
  SANDBOX_PORT: port('Port of the sandbox CRMs.', { fallback: '8082' }),
  DATA_DIR: text('Folder in which everything is kept.', { fallback: '.data' }),
  WRITE_GATEWAY_REPLICAS: replicas('write-gateway'),
  WRITE_WORKER_REPLICAS: replicas('write-worker'),
  OPERATIONS_REPLICAS: replicas('operations'),
  INSTALLATIONS_REPLICAS: replicas('installations'),
  NOTIFICATION_REPLICAS: replicas('notification'),
  SANDBOX_PUBLIC_URL: optional(url('Address of the sandbox CRMs as callers see it.', ['http', 'https'])),
  DATABASE_URL: optional(serviceVariables.DATABASE_URL),
  DATABASE_DIRECT_URL: serviceVariables.DATABASE_DIRECT_URL,
  REDIS_URL: optional(serviceVariables.REDIS_URL),
  KAFKA_BROKERS: optional(kafkaVariables.KAFKA_BROKERS),
};

const firstMetricsPort = 9464;

// Services have 30 s each, at worst in turn; the servers follow.
const stopLimitMs = 240_000;

const helpText = `npm run stack -- [--json]

Starts Postgres, Redis and Kafka, each service as a process, the sandbox CRMs and nginx on this machine. Ctrl-C stops all
of it; the data stays in DATA_DIR. Variables of the environment set the rest: .env.example lists them.

  --json  Each line that is printed is a JSON object that names its program.
`;

let print = (program: string, line: string): void =>
  void process.stdout.write(`${program.padEnd(16)} | ${line}\n`);

await runService(
  'stack',
  async (closing) => {
    const { json, help } = readOptions();
    if (help) {
      process.stdout.write(helpText);
      return;
    }
    if (json) print = (...line) => void process.stdout.write(`${jsonLine(...line)}\n`);
    const others = { ...(await variablesOfServices()), ...edgeVariables };
    const values = readEnvironment({ ...others, ...variables }, process.env);
    const starting = startStack({
      dataDir: resolve(values.DATA_DIR),
      environment: {
        DESTINATION_ALLOW_HTTP: 'listed',
        DESTINATION_ALLOW_CIDRS: '127.0.0.1/32',
        ...definedOnly(process.env),
      },
      ports: { management: values.MANAGEMENT_PORT, write: values.WRITE_PORT, sandbox: values.SANDBOX_PORT },
      servicePorts: portsGiven(process.env),
      metricsPort: Number(process.env['METRICS_PORT'] || firstMetricsPort),
      replicas: {
        'write-gateway': values.WRITE_GATEWAY_REPLICAS,
        'write-worker': values.WRITE_WORKER_REPLICAS,
        operations: values.OPERATIONS_REPLICAS,
        installations: values.INSTALLATIONS_REPLICAS,
        notification: values.NOTIFICATION_REPLICAS,
      },
      servers: definedOnly({
        databaseUrl: values.DATABASE_URL,
        databaseDirectUrl: values.DATABASE_DIRECT_URL,
        redisUrl: values.REDIS_URL,
        kafkaBrokers: values.KAFKA_BROKERS?.join(','),
      }),
      bringBack: true,
      seedDemo: true,
      tell: (line) => print('stack', line),
      onLine: (program, line) => print(program, line),
    });
    const stack = await starting.catch((error: unknown) => {
      throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
    });
    closing.add(stack, (started) => {
      print('stack', 'Stopping.');
      return started.stop();
    });
    print(
      'stack',
      `Ready. Management: ${stack.managementUrl}/v1  Write: ${stack.writeUrl}/v1  Sandbox: ${stack.sandboxUrl}`,
    );
    print('stack', 'Ctrl-C stops it.');
  },
  { stopLimitMs },
);

function readOptions(): { json?: boolean | undefined; help?: boolean | undefined } {
  try {
    const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** From the environment; the services' own defaults are for separate machines. */
function portsGiven(environment: NodeJS.ProcessEnv): Partial<Record<ServiceName, number>> {
  const behindEdge = serviceNames.filter((service) => service !== 'write-gateway');
  return Object.fromEntries(
    behindEdge.map((service) => [service, Number(environment[programs[service].portVariable] ?? 0)]),
  );
}

function definedOnly(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}
