import type { KafkaAccess } from '@writ/service-kit';
import kafkajs, { type Producer, type SASLOptions } from 'kafkajs';
import type { OpenSocket } from '../../outbound/guarded-sockets.ts';

const connectMs = 5_000;
/** Far more than brokers say about a topic; the client buffers an answer whole. */
const maxResponseBytes = 1024 * 1024;

/** Connects on first use and again after a failure. After `close` it disconnects when its last user is done. */
export function keptProducer(access: KafkaAccess, openSocket: OpenSocket) {
  let connecting: Promise<Producer> | undefined;
  let users = 0;
  let isClosed = false;

  const connected = (): Promise<Producer> => {
    connecting ??= connect(access, openSocket).catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };
  const leave = async (): Promise<void> => {
    if (!isClosed || users > 0) return;
    const left = connecting;
    connecting = undefined;
    const producer = await left?.catch(() => undefined);
    await producer?.disconnect().catch(() => undefined);
  };
  return {
    use: async <Result>(work: (producer: Producer) => Promise<Result>): Promise<Result> => {
      users += 1;
      try {
        return await work(await connected());
      } finally {
        users -= 1;
        await leave();
      }
    },
    close: (): Promise<void> => {
      isClosed = true;
      return leave();
    },
  };
}

async function connect(
  { brokers, tls = false, sasl }: KafkaAccess,
  openSocket: OpenSocket,
): Promise<Producer> {
  const client = new kafkajs.Kafka({
    brokers: [...brokers],
    clientId: 'writ',
    ssl: tls,
    ...(sasl && { sasl: sasl as SASLOptions }),
    // Despite its type, `ssl` may be missing.
    socketFactory: openSocket,
    connectionTimeout: connectMs,
    authenticationTimeout: connectMs,
    requestTimeout: connectMs,
    maxResponseBytes,
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 2 },
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const producer = client.producer({
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    // A retry by the client may leave after the attempt has ended, beside the next one.
    retry: { retries: 0 },
  });
  try {
    await producer.connect();
  } catch (error) {
    await producer.disconnect().catch(() => undefined);
    throw error;
  }
  return producer;
}
