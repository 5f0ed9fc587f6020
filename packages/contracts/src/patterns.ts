const uuid = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}';

const portDigits = '[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]';

/** All patterns of schemas; their words are below. */
export const patterns = {
  /** What Postgres can store. */
  storable: '^[^\\u0000]*$',
  /** Texts of CloudEvents. U+0000 is left to the rule about stored texts. */
  uncontrolled: '^[^\\u0001-\\u001f\\u007f-\\u009f]*$',
  ascii: '^[\\x20-\\x7e]*$',
  secret: '^[\\x21-\\x7e]+$',
  /** Not an id, in either case: paths take both. No colon: it begins a custom method. */
  name: `^(?!${uuid}$)[A-Za-z0-9][A-Za-z0-9._-]*$`,
  /** No zero-width or direction characters: two names that look alike would differ. */
  notificationName: `^(?!${uuid}$|\\.\\.?$|\\s)[^\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff/:]+(?<!\\s)$`,
  /** Values of `If-Match` (RFC 9110, 13.1.1). */
  entityTags:
    '^(?:\\*|(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"(?:[ \\t]*,[ \\t]*(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*")*)$',
  /** Attributes of CloudEvents; `data_base64` is none. */
  attributeName: '^[a-z0-9]+$',
  jsonMediaType: '^[^/;\\s]+/(?:[^/;\\s]+\\+)?[Jj][Ss][Oo][Nn] *(?:;.*)?$',
  jsonPointer: '^/(?:[^~]|~[01])*$',
  awsRegion: '^[a-z]{2,}(-[a-z]+)+-[0-9]{1,2}$',
  bucket: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
  objectKey: '^[ -~]+$',
  dataStream: '^[a-zA-Z0-9_.-]{1,128}$',
  kafkaTopic: '^[A-Za-z0-9._-]{1,249}$',
  kafkaBroker: `^[A-Za-z0-9._-]+:(?:${portDigits})$`,
} as const;

const words: Readonly<Record<string, string>> = {
  [patterns.storable]: 'Must not hold U+0000.',
  [patterns.uncontrolled]:
    'Must be a text without control characters and line breaks, such as `/readers/eu`.',
  [patterns.ascii]: 'Must be printable characters of ASCII, such as `order-4711`.',
  [patterns.secret]: 'Must be printable characters of ASCII without blanks, such as `pat-na1-0123`.',
  [patterns.name]:
    'Must be letters, digits, dots, dashes and underscores, the first a letter or digit, and no id, such as `demo-hubspot`.',
  [patterns.notificationName]:
    'Must be printable characters without zero-width and direction characters, without `/` and `:`, without blanks at the ends, and neither `.`, `..` nor an id, such as `crm-writes`.',
  [patterns.entityTags]:
    'Must be `*`, or ids of configs, each in double quotes and with commas between them, such as `"01980f70-2b6e-7d54-b0c3-91e8a5d7f246"`.',
  [patterns.attributeName]:
    'Must have a name of small letters and digits, such as `traceparent`; put everything else into `data`, as JSON.',
  [patterns.jsonMediaType]:
    'Must be a media type of JSON, such as `application/json`: `data` is read as nothing else.',
  [patterns.jsonPointer]:
    'Must be a JSON Pointer to a member, such as `/deletionSettings/enabled`; the whole is changed member by member. In a name, `~` is written `~0` and `/` is written `~1`.',
  [patterns.awsRegion]: 'Must be the name of an AWS region, such as `eu-central-1`.',
  [patterns.bucket]:
    'Must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes, a letter or digit at both ends, such as `acme-events`.',
  [patterns.objectKey]: 'Must be printable characters of ASCII, such as `writ/{{date}}/{{id}}.jsonl`.',
  [patterns.dataStream]:
    'Must be the name of a data stream: up to 128 letters, digits, dots, dashes and underscores, such as `acme-events`.',
  [patterns.kafkaTopic]:
    'Must be the name of a topic: up to 249 letters, digits, dots, dashes and underscores, such as `crm.writes`.',
  [patterns.kafkaBroker]:
    'Must be host and port, which is from 1 to 65535, such as `kafka-1.example.com:9092`.',
};

/** The words for a refused pattern, with an example. */
export const wordsOfPattern = (pattern: string): string =>
  words[pattern] ?? 'Does not have the form that is needed here.';
