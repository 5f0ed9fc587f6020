import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchOnce } from '../fetch-once.ts';
import type { Tell } from '../local-server.ts';
import { isOnPath, runTool } from '../run-tool.ts';

const pom = join(import.meta.dirname, '../../kafka/pom.xml');

/** Apache Kafka 4.3.0, fetched once through Maven. */
export async function kafkaLibraries(cacheDir: string, tell: Tell): Promise<string> {
  if (!(await isOnPath('java'))) {
    throw new Error(
      'No Java is here to run Kafka: install a Java runtime of version 17 or later, or give KAFKA_BROKERS.',
    );
  }
  return fetchOnce(join(cacheDir, 'kafka-4.3.0'), async (draft) => {
    tell('Fetching Apache Kafka through Maven (44 MB, the first time only).');
    await runTool(
      'mvn',
      [
        '-q',
        '-B',
        '-f',
        pom,
        'dependency:copy-dependencies',
        `-DoutputDirectory=${draft}`,
        '-DincludeScope=runtime',
      ],
      'No Maven is here to fetch Kafka: install maven, or give KAFKA_BROKERS.',
    );
    await chmod(draft, 0o755);
  });
}
