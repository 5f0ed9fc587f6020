import { hiddenText, patterns, type JsonObject } from '@writ/contracts';
import type { AddressRules } from '../../outbound/address-rules.ts';
import { urlFault } from '../../outbound/check-url.ts';
import type { MetadataFault } from '../destination-kind.ts';
import { closed, text } from '../metadata-schema.ts';
import { templateFaults } from '../told-event.ts';
import { addressFaults, urlOrigins } from '../urls.ts';

const credential = { type: 'string', writeOnly: true, minLength: 1, maxLength: 1024 } as const;

export const kafkaMetadataSchema = closed(['brokers', 'topic'], {
  brokers: {
    type: 'array',
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'string', maxLength: 261, pattern: patterns.kafkaBroker },
    description: 'Brokers to ask for the others first, each as `host:port`.',
  },
  topic: {
    type: 'string',
    pattern: patterns.kafkaTopic,
    description: 'The topic, which has to exist.',
  },
  mode: {
    enum: ['structured', 'binary'],
    description: 'How a CloudEvent is laid out: whole in the value, or with its attributes in headers.',
  },
  keyTemplate: text(
    1_000,
    'The key of a message, with places to fill in, as `{{data.groupRef}}`; otherwise the id of what the event is about.',
  ),
  tls: { type: 'boolean', description: 'Whether connections are encrypted.' },
  sasl: {
    ...closed(['mechanism', 'username', 'password'], {
      mechanism: { enum: ['plain', 'scram-sha-256', 'scram-sha-512'], writeOnly: true },
      username: credential,
      password: credential,
    }),
    description: `Who writes. Values are answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
  },
});

/** Further brokers that they name are checked on connecting. */
export async function checkBrokers(
  metadata: JsonObject,
  rules: AddressRules,
): Promise<readonly MetadataFault[]> {
  const { brokers, tls = false } = metadata as { brokers: string[]; tls?: boolean };
  const isOpen = !tls && rules.allowHttp === false;
  const protocol = tls || isOpen ? 'https' : 'http';
  const faults = await Promise.all(
    brokers.map((value, index) =>
      addressFaults({ pointer: `/brokers/${index}`, value }, `${protocol}://${value}`, rules),
    ),
  );
  const detail = 'Must be true: connections are encrypted unless DESTINATION_ALLOW_HTTP says otherwise.';
  return [...(isOpen ? [{ pointer: '/tls', detail }] : []), ...faults.flat()];
}

export const kafkaOrigins = ({ brokers, tls }: JsonObject): readonly string[] =>
  (Array.isArray(brokers) ? brokers : []).flatMap((broker: unknown) =>
    urlOrigins(`${tls === true ? 'https' : 'http'}://${String(broker)}`),
  );

export const kafkaRules = ({ brokers, topic, keyTemplate }: JsonObject): readonly MetadataFault[] => [
  ...(Array.isArray(brokers) ? brokers.flatMap(brokerFaults) : []),
  ...(topic === '.' || topic === '..' ? [{ pointer: '/topic', detail: 'Is not the name of a topic.' }] : []),
  ...templateFaults('/keyTemplate', keyTemplate),
];

const brokerForm = new RegExp(patterns.kafkaBroker);

/** A host that ends with a number is an IP address and must be complete. */
function brokerFaults(broker: unknown, index: number): MetadataFault[] {
  if (typeof broker !== 'string' || !brokerForm.test(broker)) return [];
  if (urlFault(`https://${broker}`) === undefined) return [];
  const detail = 'The host must be a name or an IPv4 address, such as `kafka-1.example.com:9092`.';
  return [{ pointer: `/brokers/${index}`, detail, value: broker }];
}
