import { createFaultLog, type FaultLog, type KafkaAccess, type Logger } from '@writ/service-kit';
import kafkajs, { type Kafka, type LogEntry, type SASLOptions } from 'kafkajs';

export const requestTimeoutMs = 10_000;

/** Its log goes into ours: its errors as rare warnings. */
export function createKafkaClient(options: KafkaAccess & { clientId: string; logger: Logger }): {
  kafka: Kafka;
  faults: FaultLog;
} {
  const faults = createFaultLog(options.logger, 'Kafka');
  const { brokers, tls = false, sasl } = options;
  const kafka = new kafkajs.Kafka({
    brokers: [...brokers],
    ssl: tls,
    // The client changes it.
    ...(sasl && { sasl: { ...sasl } as SASLOptions }),
    clientId: options.clientId,
    connectionTimeout: 3_000,
    requestTimeout: requestTimeoutMs,
    // Callers retry forever; the client's own attempts only bridge a change of leaders.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => tell(entry, options.logger, faults),
  });
  return { kafka, faults };
}

/** A starting broker answers so; the client reports it as an error and handles it. */
const passing = /coordinator|rebalancing|does not host this topic-partition/i;

function tell({ level, log }: LogEntry, logger: Logger, faults: FaultLog): void {
  const detail: unknown = log['error'];
  const text = typeof detail === 'string' ? `${log.message}: ${detail}` : log.message;
  if (level === kafkajs.logLevel.ERROR && !passing.test(text)) faults.failed(text);
  else logger.debug(text, { groupId: log['groupId'], broker: log['broker'] });
}
