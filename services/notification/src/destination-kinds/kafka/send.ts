import { toStorable, type DeliveryRequest, type JsonObject } from '@writ/contracts';
import { kafkaReason } from '@writ/event-bus';
import type { KafkaAccess } from '@writ/service-kit';
import kafkajs from 'kafkajs';
import { failed, inTime, timed, type Ended } from '../attempt.ts';
import type { Addresses, OpenDestination, Outgoing, Send, SendDeps } from '../destination-kind.ts';
import { readTemplate } from '../told-event.ts';
import { messageOf, type CloudEventMessage } from './cloud-event.ts';
import { keptProducer } from './open-producer.ts';

type MessageSettings = {
  mode?: 'structured' | 'binary' | undefined;
  keyTemplate?: string | undefined;
};
type KafkaMetadata = KafkaAccess & MessageSettings & { brokers: string[]; topic: string };

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

const describe = (error: unknown): string =>
  kafkaReason(error) ??
  (error instanceof Error
    ? toStorable(clientsWords(error).slice(0, 1_000))
    : 'The brokers could not be written to.');

/** The client wraps the last error of its attempts. */
const clientsWords = (error: Error): string =>
  error instanceof kafkajs.KafkaJSNumberOfRetriesExceeded && error.cause instanceof Error
    ? clientsWords(error.cause)
    : error.message;
