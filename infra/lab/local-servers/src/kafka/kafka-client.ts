import kafkajs from 'kafkajs';
import type { Admin } from 'kafkajs';

/** The client does not retry. */
export async function withKafkaAdmin<T>(brokers: string[], work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new kafkajs.Kafka({
    clientId: 'writ-local-servers',
    brokers,
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 2_000,
    retry: { retries: 0 },
  }).admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
