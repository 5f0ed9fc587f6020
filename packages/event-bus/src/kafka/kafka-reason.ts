import { networkReason } from '@writ/service-kit';
import kafkajs from 'kafkajs';

/** https://kafka.apache.org/protocol#protocol_error_codes, if the client's own words say less. */
const words: Readonly<Record<string, string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: 'The topic does not exist, or may not be seen.',
  TOPIC_AUTHORIZATION_FAILED: 'The brokers do not allow this use of the topic.',
  GROUP_AUTHORIZATION_FAILED: 'The brokers do not allow reading as this group.',
  CLUSTER_AUTHORIZATION_FAILED: 'The brokers do not allow this.',
  MESSAGE_TOO_LARGE: 'The topic takes no message of this size.',
  NOT_ENOUGH_REPLICAS: 'The topic has too few replicas that are in sync.',
  UNSUPPORTED_SASL_MECHANISM: 'The brokers do not offer this SASL mechanism.',
};

/** Why Kafka refused, or gave no answer, for users and without addresses. Undefined for other errors. */
export function kafkaReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof kafkajs.KafkaJSSASLAuthenticationError) return 'The brokers refused the credentials.';
  if (error.name === 'KafkaJSConnectionClosedError')
    return 'The brokers closed the connection; they may require TLS or a user.';
  const type = 'type' in error ? String(error.type) : '';
  if (words[type] !== undefined) return words[type];
  const reason = networkReason(error);
  if (reason) return `The brokers cannot be reached: ${reason.words} (${reason.code}).`;
  return kafkaReason(error.cause);
}
