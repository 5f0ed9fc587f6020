import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closing } from '@writ/service-kit';
import { startTraceCollector, testDatabase, type CollectedSpan, type TestDatabase } from '@writ/test-kit';
import { startStack, type Stack } from '../start-stack.ts';
import { demoCaller, type DemoCaller } from './demo-caller.ts';

export const adminToken = 'the-token-of-the-demo-stack';
/** Its pages may call. */
export const pageOrigin = 'https://app.example.com';

export type DemoStack = {
  stack: Stack;
  caller: DemoCaller;
  database: TestDatabase;
  /** Sent by the services. */
  spans: readonly CollectedSpan[];
};

/**
 * One process per service, with the demo, and own Redis and Kafka: queues and topic have the same names in every
 * stack. Webhooks may go to this machine, and are retried every second for a minute.
 */
export async function startDemoStack(closing: Closing, path: string): Promise<DemoStack> {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-demo-stack-')), (dir) =>
    rm(dir, { recursive: true }),
  );
  const database = closing.add(await testDatabase(), (opened) => opened.drop());
  const { url: collectorUrl, spans } = await startTraceCollector(closing);
  const stack = await startStack({
    dataDir,
    environment: {
      PATH: path,
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
      ADMIN_TOKEN: adminToken,
      CORS_ORIGINS: pageOrigin,
      DESTINATION_ALLOW_HTTP: 'true',
      DESTINATION_ALLOW_CIDRS: '127.0.0.1/32',
      DELIVERY_SCHEDULE_SECONDS: Array.from({ length: 60 }, () => 1).join(','),
    },
    servers: { databaseUrl: database.url },
    seedDemo: true,
  });
  closing.add(stack, (started) => started.stop());
  const caller = await demoCaller(dataDir);
  await caller.sandbox.liftQuota();
  return { stack, caller, database, spans };
}
