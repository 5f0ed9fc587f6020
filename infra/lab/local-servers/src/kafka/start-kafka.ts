import { randomBytes } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDir } from '../cache-folder.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer, Tell } from '../local-server.ts';
import { runTool } from '../run-tool.ts';
import { takeFolder } from '../process/server-folder.ts';
import { superviseServer } from '../process/supervised-server.ts';
import { brokerProperties } from './broker-properties.ts';
import { withKafkaAdmin } from './kafka-client.ts';
import { kafkaLibraries } from './kafka-libraries.ts';

export type KafkaOptions = {
  /** By default a temporary folder, which `close` removes. */
  dir?: string;
  /** By default a free one. */
  port?: number;
  cacheDir?: string;
  tell?: Tell;
  /** If given, a Kafka that ends by itself is started again; called if that fails. */
  onLost?: (error: Error) => void;
};

export type LocalKafka = LocalServer & { brokers: string[] };

const readyWithinMs = 90_000;
const memoryFlags = ['-Xms96m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';

/** Starts Apache Kafka on 127.0.0.1. Topics have to be created. */
export async function startKafka(options: KafkaOptions = {}): Promise<LocalKafka> {
  const { tell = () => undefined, onLost } = options;
  const libraries = await kafkaLibraries(options.cacheDir ?? defaultCacheDir, tell);
  const folder = await takeFolder('Kafka', options.dir, 'SIGTERM', tell);
  const port = options.port || (await freePort());
  const propertiesFile = join(folder.path, 'server.properties');
  const data = join(folder.path, 'data');
  await writeFile(propertiesFile, brokerProperties({ broker: port, controller: await freePort() }, data));
  const classPath = ['-cp', join(libraries, '*')];
  await format(classPath, propertiesFile, data);

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
  return { ...server, brokers };
}

async function format(classPath: string[], propertiesFile: string, data: string): Promise<void> {
  const isFormatted = await access(join(data, 'meta.properties')).then(
    () => true,
    () => false,
  );
  if (isFormatted) return;
  const clusterId = randomBytes(16).toString('base64url');
  await runTool(
    'java',
    [
      '-Xmx128m',
      quiet,
      ...classPath,
      'kafka.tools.StorageTool',
      'format',
      `--cluster-id=${clusterId}`,
      '-c',
      propertiesFile,
    ],
    'No Java is here to run Kafka: install a Java runtime of version 17 or later, or give KAFKA_BROKERS.',
  );
}

async function answers(brokers: string[]): Promise<boolean> {
  return withKafkaAdmin(brokers, async (admin) => (await admin.describeCluster()).brokers.length > 0).catch(
    () => false,
  );
}
