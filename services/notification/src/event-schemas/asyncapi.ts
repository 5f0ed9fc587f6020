import { eventDescriptions, eventTypes, lifecycleTopic, type EventType } from '@writ/contracts';
import { structuredHeaders } from '@writ/event-bus';
import { productVersion } from '@writ/service-kit';
import { cloudEventSchemaOf, dataSchemaOf, notificationSchemaOf } from './event-schema.ts';

/** Message names by carrier. */
const carried = {
  kafka: (type: EventType) => `cloudEvent.${type}`,
  binary: () => 'binaryCloudEvent',
  webhook: (type: EventType) => `notification.${type}`,
};

/** Built from the schemas that check events. */
export const asyncApiDocument = () => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Writ: events',
    version: productVersion,
    description:
      'Events about installations, connections and writes: on a Kafka topic within the system, and as webhooks to builders. Each is delivered at least once, in any order; its id identifies repeats.',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  servers: {
    kafka: {
      host: '{brokers}',
      protocol: 'kafka',
      description: 'Kafka beside the services.',
      variables: { brokers: { description: '`KAFKA_BROKERS`.', examples: ['kafka:9092'] } },
    },
    receiver: {
      host: '{receiver}',
      protocol: 'https',
      description: 'Who receives webhooks.',
      variables: {
        receiver: { description: "Of the destination's `url`.", examples: ['receiver.example'] },
      },
    },
  },
  channels,
  operations,
  components: {
    schemas: Object.fromEntries(eventTypes.flatMap(schemasOf)),
    messages: {
      ...Object.fromEntries(eventTypes.flatMap(messagesOf)),
      [carried.binary()]: binaryMessage,
    },
    securitySchemes: {
      signature: {
        type: 'httpApiKey',
        in: 'header',
        name: 'webhook-signature',
        description:
          "Standard Webhooks: `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body's bytes, joined by full stops. The key is the base64 after `whsec_` of the destination's signing key. During a rotation there is one signature for each live key, with blanks between them.",
      },
    },
  },
});

const toMessage = (name: string) => ({ $ref: `#/components/messages/${name}` });
const toSchema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const channels = {
  lifecycleEvents: {
    address: lifecycleTopic,
    title: 'Lifecycle events',
    description:
      'CloudEvents 1.0. `source` and `id` make an event unique; a repeated one is ignored. One that cannot be read, is over 256 kB or lacks a required member becomes a dead letter.',
    servers: [{ $ref: '#/servers/kafka' }],
    messages: {
      ...Object.fromEntries(eventTypes.map((type) => [type, toMessage(carried.kafka(type))])),
      [carried.binary()]: toMessage(carried.binary()),
    },
    bindings: { kafka: { topic: lifecycleTopic, bindingVersion: '0.5.0' } },
  },
  webhook: {
    address: null,
    title: 'Webhook',
    description:
      "The `url` of a destination to which a topic routes the event's type. Success is 2xx within 15 s; failed deliveries are sent again on a schedule.",
    servers: [{ $ref: '#/servers/receiver' }],
    messages: Object.fromEntries(eventTypes.map((type) => [type, toMessage(carried.webhook(type))])),
  },
};

const messagesOfChannel = (channel: keyof typeof channels, names: readonly string[]) =>
  names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

const operations = {
  publishLifecycleEvent: {
    action: 'send',
    title: 'Publish a lifecycle event',
    description: 'Writ publishes in structured mode.',
    channel: { $ref: '#/channels/lifecycleEvents' },
    messages: messagesOfChannel('lifecycleEvents', eventTypes),
  },
  takeInLifecycleEvent: {
    action: 'receive',
    title: 'Take in a lifecycle event',
    description: 'Writ reads both modes, from its own services and others.',
    channel: { $ref: '#/channels/lifecycleEvents' },
    messages: messagesOfChannel('lifecycleEvents', [...eventTypes, carried.binary()]),
  },
  deliverNotification: {
    action: 'send',
    title: 'Deliver a notification',
    channel: { $ref: '#/channels/webhook' },
    messages: messagesOfChannel('webhook', eventTypes),
    security: [{ $ref: '#/components/securitySchemes/signature' }],
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  },
};

const schemasOf = (type: EventType): [string, object][] => [
  [type, dataSchemaOf(type)],
  [carried.kafka(type), cloudEventSchemaOf(type, toSchema(type))],
  [carried.webhook(type), notificationSchemaOf(type, toSchema(type))],
];

const text = (description: string, facts: object = {}) => ({ type: 'string', description, ...facts });

const kafkaKey = {
  kafka: {
    key: text('The project and what the event is about: events of one keep their order.'),
    bindingVersion: '0.5.0',
  },
};

/** Without a trace it is absent. */
const traceparent = {
  traceparent: text('W3C Trace Context.', { pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' }),
};

const structured = {
  type: 'object',
  properties: {
    'content-type': text('Structured mode; what others publish may lack it.', {
      const: structuredHeaders['content-type'],
    }),
    ...traceparent,
  },
};

/** Standard Webhooks, and the names that receivers of hosted services verify. */
const signed = ['webhook', 'svix'].flatMap((prefix): [string, object][] => [
  [
    `${prefix}-id`,
    text('The same for all attempts and redeliveries of one event to one destination.', {
      pattern: '^msg_[0-9a-f-]{36}$',
    }),
  ],
  [`${prefix}-timestamp`, text('When it was sent, in seconds since 1970.', { pattern: '^[0-9]+$' })],
  [
    `${prefix}-signature`,
    text('A signature for each live key.', { pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' }),
  ],
]);

const webhookHeaders = {
  type: 'object',
  description: 'In addition to `metadata.headers` of the destination.',
  required: ['content-type', 'user-agent', ...signed.map(([name]) => name)],
  properties: {
    'content-type': text('JSON in UTF-8.', { const: 'application/json' }),
    'user-agent': text('Who sends it.', { pattern: '^Writ/' }),
    ...traceparent,
    ...Object.fromEntries(signed),
  },
};

const messagesOf = (type: EventType): [string, object][] => [
  [
    carried.kafka(type),
    {
      name: type,
      title: `${type}, on Kafka`,
      summary: eventDescriptions[type],
      contentType: 'application/cloudevents+json',
      headers: structured,
      payload: toSchema(carried.kafka(type)),
      bindings: kafkaKey,
    },
  ],
  [
    carried.webhook(type),
    {
      name: type,
      title: `${type}, to a webhook`,
      summary: eventDescriptions[type],
      contentType: 'application/json',
      headers: webhookHeaders,
      payload: toSchema(carried.webhook(type)),
    },
  ],
];

const attributes = ['specversion', 'id', 'source', 'type', 'time', 'projectid'];

const binaryMessage = {
  name: 'binary',
  title: 'A lifecycle event in binary mode',
  summary: 'The value holds `data` alone, its attributes are headers.',
  contentType: 'application/json',
  headers: {
    type: 'object',
    required: attributes.map((name) => `ce_${name}`),
    properties: Object.fromEntries(
      attributes.map((name) => [
        `ce_${name}`,
        name === 'type'
          ? { enum: eventTypes, description: 'What happened.' }
          : text(`The attribute \`${name}\` of the event.`),
      ]),
    ),
  },
  payload: { anyOf: eventTypes.map(toSchema) },
  bindings: kafkaKey,
};
