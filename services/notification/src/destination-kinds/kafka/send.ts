import { toStorable, type DeliveryRequest, type JsonObject } from '@writ/contracts';
import { networkReason } from '@writ/service-kit';
import kafkajs from 'kafkajs';
import { failed, inTime, timed, type Ended } from '../attempt.ts';
import type { Addresses, OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { readTemplate } from '../told-event.ts';
import { messageOf, type CloudEventMessage } from './cloud-event.ts';
import { keptProducer, type KafkaAccess } from './open-producer.ts';

type MessageSettings = {
  mode?: 'structured' | 'binary' | undefined;
  keyTemplate?: string | undefined;
};
type KafkaMetadata = KafkaAccess & MessageSettings & { topic: string };

/** A topic may refuse a message with a longer key. */
const mostKeyLength = 1_000;

/** Delivered means that all in-sync replicas have it. A message whose answer comes too late is sent again. */
export function prepareKafka({ metadata }: OpenDestination, deps: SendDeps): Send {
  const { topic, mode, keyTemplate, ...access } = metadata as KafkaMetadata;
  const toMessage = messageFor({ mode, keyTemplate }, deps.managementUrl);
  const producer = keptProducer(access, deps.openSocket);
  const send = timed(deps, (outgoing, attempt) => {
    const record = { topic, acks: -1, timeout: attempt.limitMs, messages: [toMessage(outgoing)] };
    const write = (): Promise<Ended> =>
      producer
        .use((open) => open.send(record))
        .then(
          () => ({ delivered: true }),
          (error: unknown) => failed(describe(error)),
        );
    return inTime(write, attempt);
  });
  return Object.assign(send, { close: producer.close });
}

function messageFor({ mode = 'structured', keyTemplate }: MessageSettings, managementUrl: string) {
  const keyOf = keyTemplate === undefined ? undefined : readTemplate(keyTemplate, mostKeyLength);
  return (outgoing: Outgoing): CloudEventMessage => messageOf(outgoing, { mode, managementUrl, keyOf });
}

export function kafkaRequest(
  metadata: JsonObject,
  outgoing: Outgoing,
  { managementUrl }: Addresses,
): DeliveryRequest {
  const { topic: target, ...settings } = metadata as KafkaMetadata;
  const { key, headers, value: body } = messageFor(settings, managementUrl)(outgoing);
  return { target, ...(key !== null && { key }), headers, body };
}

/** https://kafka.apache.org/protocol#protocol_error_codes, where the client's own words say less. */
const words: Readonly<Record<string, string>> = {
  UNKNOWN_TOPIC_OR_PARTITION: 'The topic does not exist, or may not be seen.',
  TOPIC_AUTHORIZATION_FAILED: 'The brokers do not allow writing to the topic.',
  CLUSTER_AUTHORIZATION_FAILED: 'The brokers do not allow writing.',
  MESSAGE_TOO_LARGE: 'The topic takes no message of this size.',
  NOT_ENOUGH_REPLICAS: 'The topic has too few replicas that are in sync.',
};

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The brokers could not be written to.';
  const { cause } = error;
  if (error instanceof kafkajs.KafkaJSNumberOfRetriesExceeded && cause instanceof Error)
    return describe(cause);
  if (error instanceof kafkajs.KafkaJSSASLAuthenticationError) return 'The brokers refused the credentials.';
  const reason = networkReason(error);
  if (reason) return `The brokers cannot be reached: ${reason.words} (${reason.code}).`;
  const type = 'type' in error ? String(error.type) : '';
  return words[type] ?? toStorable(error.message.slice(0, 1_000));
}
