import type { NewDestination } from '../../data/notifications/destination.ts';
import type { FormField, Values } from '../../parts/forms/form-fields.ts';

/** A kind that can be created here. Its fields are places in `metadata`. */
type Kind = { type: NewDestination['type']; words: string; about: string; fields: readonly FormField[] };

const saslMechanisms = ['none', 'plain', 'scram-sha-256', 'scram-sha-512'] as const;
const hasUser = (values: Values): boolean => (values['kafka sasl/mechanism'] ?? 'none') !== 'none';

const awsFields: readonly FormField[] = [
  { at: 'region', label: 'Region', hint: 'Such as eu-central-1.' },
  {
    at: 'credentials/accessKeyId',
    label: 'Access key id',
    hint: 'Of a user who may do nothing else; no other credentials are used.',
  },
  {
    at: 'credentials/secretAccessKey',
    label: 'Secret access key',
    hint: 'Kept sealed, and never shown again.',
    isSecret: true,
  },
  {
    at: 'endpointUrl',
    label: 'Endpoint',
    hint: 'Only of a service that speaks as AWS does.',
    isOptional: true,
  },
];

/** `writ listen` creates the kind for clients that fetch. */
export const kinds: readonly [Kind, ...Kind[]] = [
  {
    type: 'webhook',
    words: 'Webhook',
    about: 'Events are posted to your backend, signed. Its page shows the key that signs them.',
    fields: [{ at: 'url', label: 'URL', hint: 'Where your backend takes webhooks.' }],
  },
  {
    type: 'slack',
    words: 'Team chat: Slack',
    about: 'Posts a sentence about each write: customer, object and how many failed; at most once a second.',
    fields: [
      {
        at: 'url',
        label: 'Incoming webhook',
        hint: 'Its address from Slack. Whoever knows it can post, so it is kept sealed.',
        isSecret: true,
      },
    ],
  },
  {
    type: 'kinesis',
    words: 'Data stream: Amazon Kinesis',
    about:
      'Each event is a record of the stream. Events about the same thing go to the same shard, in any order.',
    fields: [{ at: 'streamName', label: 'Stream', hint: 'It has to exist.' }, ...awsFields],
  },
  {
    type: 'kafka',
    words: 'Data stream: Kafka',
    about: 'Each event is a message of the topic, as a CloudEvent.',
    fields: [
      {
        at: 'brokers',
        label: 'Brokers',
        hint: 'Such as kafka-1.example.com:9093, several with commas between.',
        read: (text) => text.split(',').map((broker) => broker.trim()),
      },
      { at: 'topic', label: 'Topic', hint: 'It has to exist.' },
      {
        at: 'tls',
        label: 'Connections',
        hint: 'Unencrypted connections must be allowed by your Writ operator.',
        choices: [
          { value: 'encrypted', words: 'encrypted (TLS)' },
          { value: 'open', words: 'not encrypted' },
        ],
        read: (text) => text === 'encrypted',
      },
      {
        at: 'sasl/mechanism',
        label: 'Sign-in (SASL)',
        hint: 'How the brokers know who writes.',
        choices: saslMechanisms.map((value) => ({ value, words: value })),
        read: (text) => (text === 'none' ? undefined : text),
      },
      { at: 'sasl/username', label: 'User name', hint: 'Who writes.', isAsked: hasUser },
      {
        at: 'sasl/password',
        label: 'Password',
        hint: 'Kept sealed, and never shown again.',
        isSecret: true,
        isAsked: hasUser,
        read: (text) => text,
      },
    ],
  },
  {
    type: 's3',
    words: 'Object storage: Amazon S3',
    about:
      'Events are gathered into objects of JSON lines: of 1,000 events, of 4 MiB or of a minute, whichever comes first.',
    fields: [{ at: 'bucket', label: 'Bucket', hint: 'It has to exist.' }, ...awsFields],
  },
];

const typeField: FormField = {
  at: '/type',
  label: 'Kind',
  choices: kinds.map(({ type, words, about }) => ({ value: type, words, hint: about })),
};

const nameField: FormField = {
  at: '/name',
  label: 'Name',
  hint: 'What it is called here, such as crm-writes.',
};

const kindOf = (values: Values): Kind => kinds.find(({ type }) => type === values['/type']) ?? kinds[0];

/** Each kind keeps its own texts: a secret of one is no address of another. */
export const destinationFields: readonly FormField[] = [
  typeField,
  nameField,
  ...kinds.flatMap(({ type, fields }) =>
    fields.map((field) => ({
      ...field,
      at: `/metadata/${field.at}`,
      key: `${type} ${field.at}`,
      isAsked: (values: Values) =>
        kindOf(values).type === type && (field.isAsked === undefined || field.isAsked(values)),
    })),
  ),
];
