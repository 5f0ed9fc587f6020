import type { DestinationMade } from '../../data/notifications/destination.ts';

/** One thing that a kind of destination has to know. */
type KindField = {
  /** Where it stands in `metadata`, from the top: `credentials/accessKeyId`. */
  at: string;
  label: string;
  hint: string;
  isSecret?: true;
  isOptional?: true;
  /** Not typed but chosen, the first one unless somebody does. */
  choices?: readonly { value: string; words: string }[];
  /** Whether it is asked for, by what was chosen so far. */
  isAsked?: (values: Values) => boolean;
  /** What the API is told for the text; the text without spaces around it unless told, and nothing for undefined. */
  read?: (text: string) => unknown;
};

/** What stands in the fields, by their place in `metadata`. */
export type Values = Readonly<Record<string, string>>;

/** A kind of destination that is made here. */
type Kind = { type: DestinationMade['type']; words: string; about: string; fields: readonly KindField[] };

const saslMechanisms = ['none', 'plain', 'scram-sha-256', 'scram-sha-512'] as const;
const hasUser = (values: Values): boolean => (values['sasl/mechanism'] ?? 'none') !== 'none';

const awsFields: readonly KindField[] = [
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

/** The kinds that are made here, the usual one first. What waits for a client is made by `writ listen`. */
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
    about: 'A channel is told who, what and how many failed, in words, at most once a second.',
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
        hint: 'Open ones need the leave of those who run Writ.',
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
        // Spaces may be part of it.
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

/** A field that is asked for, with what stands in it. */
export type AskedField = KindField & { value: string };

/** The fields that are asked for now. */
export function askedFields({ fields }: Kind, values: Values): AskedField[] {
  return fields
    .filter(({ isAsked }) => isAsked?.(values) ?? true)
    .map((field) => ({ ...field, value: values[field.at] ?? field.choices?.[0]?.value ?? '' }));
}

const trimmed = (text: string): unknown => text.trim();

/** `metadata` as the API takes it. */
export function metadataOf(kind: Kind, values: Values): Record<string, unknown> {
  const metadata: Record<string, unknown> = {};
  for (const { at, value, read = trimmed } of askedFields(kind, values)) {
    const told = value.trim() === '' ? undefined : read(value);
    if (told === undefined) continue;
    const [outer = '', inner] = at.split('/');
    metadata[outer] =
      inner === undefined
        ? told
        : { ...(metadata[outer] as Record<string, unknown> | undefined), [inner]: told };
  }
  return metadata;
}
