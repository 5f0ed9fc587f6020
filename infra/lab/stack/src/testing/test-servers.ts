import { startKafka, startRedis, type LocalKafka, type LocalPostgres } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import type { SubjectServers } from '../subject/start-subject.ts';

/** For subjects that break no server and run in turn: the run's Postgres, one Kafka, a Redis each. */
export function testServers(closing: Closing): () => Promise<SubjectServers> {
  let kafka: LocalKafka | undefined;
  return async () => {
    kafka ??= closing.add(await startKafka(), (server) => server.close());
    const database = closing.add(await testDatabase(), (one) => one.drop());
    const redis = closing.add(await startRedis(), (server) => server.close());
    return { postgres: shared(database.url), redis, kafka };
  };
}

function shared(url: string): LocalPostgres {
  const refuse = (): never => {
    throw new Error('This Postgres is shared.');
  };
  return { url, port: 0, pid: refuse, stop: refuse, kill: refuse, restart: refuse, close: refuse };
}
