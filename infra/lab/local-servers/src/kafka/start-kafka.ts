import { randomBytes } from 'node:crypto';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDir } from '../cache-folder.ts';
import { fetchOnce } from '../fetch-once.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer, Tell } from '../local-server.ts';
import { runTool } from '../run-tool.ts';
import { takeFolder } from '../process/server-folder.ts';
import { superviseServer } from '../process/supervised-server.ts';
import { brokerProperties } from './broker-properties.ts';
import { withKafkaAdmin } from './kafka-client.ts';
import { kafkaLibraries } from './kafka-libraries.ts';
import { brokerCertificate, scramUserOptions } from './secured-listener.ts';

export type KafkaOptions = {
  /** By default temporary: `close` removes it. */
  dir?: string;
  /** By default a free one. */
  port?: number;
  /** Also opens a listener with TLS and SASL, for `kafkaUser`. */
  secured?: boolean;
  cacheDir?: string;
  tell?: Tell;
  /** If given, a Kafka that ends by itself is started again; called if that fails. */
  onLost?: (error: Error) => void;
};

export type LocalKafka = LocalServer & {
  brokers: string[];
  /** `ca` (PEM) signs the broker's certificate. */
  secured?: { brokers: string[]; ca: string };
};

const readyWithinMs = 90_000;
const memoryFlags = ['-Xms96m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';

/** On 127.0.0.1. Topics must be created. */
export async function startKafka(options: KafkaOptions = {}): Promise<LocalKafka> {
  const { tell = () => undefined, onLost } = options;
  const { cacheDir = defaultCacheDir } = options;
  const libraries = await kafkaLibraries(cacheDir, tell);
  const folder = await takeFolder('Kafka', options.dir, 'SIGTERM', tell);
  const port = options.port || (await freePort());
  const propertiesFile = join(folder.path, 'server.properties');
  const data = join(folder.path, 'data');
  const secured = options.secured
    ? { port: await freePort(), ...(await brokerCertificate(cacheDir)) }
    : undefined;
  const ports = { broker: port, controller: await freePort() };
  await writeFile(propertiesFile, brokerProperties(ports, data, secured));
  const classPath = ['-cp', join(libraries, '*')];
  const formatted = await formattedFolder(cacheDir, classPath);
  await cp(formatted, data, { recursive: true, force: false });

  const brokers = [`127.0.0.1:${port}`];
  tell('Starting Kafka (about 5 s).');
  const server = await superviseServer({
    name: 'Kafka',
    command: 'java',
    args: [...memoryFlags, quiet, ...classPath, 'kafka.Kafka', propertiesFile],
    port,
    folder,
    stopSignal: 'SIGTERM',
    readyWithinMs,
    isReady: () => answers(brokers),
    ...(onLost && {
      onCrash: (how) => tell(`Kafka ended by itself (${how}); it is started again.`),
      onLost,
    }),
  });
  return {
    ...server,
    brokers,
    ...(secured && { secured: { brokers: [`127.0.0.1:${secured.port}`], ca: secured.ca } }),
  };
}

/** With only `kafkaUser`. Made once: formatting takes half as long as a start. */
const formattedFolder = (cacheDir: string, classPath: string[]): Promise<string> =>
  fetchOnce(join(cacheDir, 'kafka-4.3.0-formatted-with-user'), async (draft) => {
    const properties = `${draft}.properties`;
    await writeFile(properties, brokerProperties({ broker: 9092, controller: 9093 }, draft));
    const flags = ['-Xmx128m', quiet, ...classPath];
    const clusterId = randomBytes(16).toString('base64url');
    await runTool(
      'java',
      [
        ...flags,
        'kafka.tools.StorageTool',
        'format',
        `--cluster-id=${clusterId}`,
        '-c',
        properties,
        ...scramUserOptions,
      ],
      'No Java is here to run Kafka: install a Java runtime of version 17 or later, or give KAFKA_BROKERS.',
    );
    await rm(properties);
  });

async function answers(brokers: string[]): Promise<boolean> {
  return withKafkaAdmin(brokers, async (admin) => (await admin.describeCluster()).brokers.length > 0).catch(
    () => false,
  );
}
