import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { askedFields, bodyOf } from '../../parts/forms/form-fields.ts';
import { destinationFields, kinds } from './kinds.ts';

type Texts = Readonly<Record<string, string>>;

const valuesOf = (type: string, texts: Texts) => ({
  '/type': type,
  ...Object.fromEntries(Object.entries(texts).map(([at, text]) => [`${type} ${at}`, text])),
});

const metadataOf = (type: string, texts: Texts) =>
  bodyOf(destinationFields, valuesOf(type, texts))['metadata'];

/** The fields of a kind, as places in its metadata. */
const askedOf = (type: string, texts: Texts) =>
  askedFields(destinationFields, valuesOf(type, texts))
    .filter(({ at }) => at.startsWith('/metadata/'))
    .map((field) => ({ ...field, at: field.at.slice('/metadata/'.length) }));

test.each([
  ['webhook', { url: ' https://hooks.example.com/ ' }, { url: 'https://hooks.example.com/' }],
  [
    's3',
    {
      bucket: 'events',
      region: 'eu-central-1',
      'credentials/accessKeyId': 'a',
      'credentials/secretAccessKey': 's',
    },
    { bucket: 'events', region: 'eu-central-1', credentials: { accessKeyId: 'a', secretAccessKey: 's' } },
  ],
  [
    'kafka',
    { brokers: 'one:9093, two:9093', topic: 't', 'sasl/username': 'of another choice' },
    { brokers: ['one:9093', 'two:9093'], topic: 't', tls: true },
  ],
  [
    'kafka',
    {
      brokers: 'one:9092',
      topic: 't',
      tls: 'open',
      'sasl/mechanism': 'plain',
      'sasl/username': 'u',
      'sasl/password': 'p',
    },
    {
      brokers: ['one:9092'],
      topic: 't',
      tls: false,
      sasl: { mechanism: 'plain', username: 'u', password: 'p' },
    },
  ],
])('what is typed for the kind %s becomes its metadata', (type, values, metadata) => {
  expect(metadataOf(type, values)).toEqual(metadata);
});

test('a password keeps its spaces', () => {
  const values = { 'sasl/mechanism': 'plain', 'sasl/password': ' p ' };
  expect(metadataOf('kafka', values)).toMatchObject({ sasl: { password: ' p ' } });
});

/** The places of the members of each kind's metadata, as the API's document lists them. */
async function describedKinds(): Promise<ReadonlyMap<string, { at: string; isMust: boolean }[]>> {
  const file = new URL('../../../../../services/installations/openapi/management.json', import.meta.url);
  const { components } = JSON.parse(await readFile(file, 'utf8')) as {
    components: { schemas: { DestinationRequest: { properties: { metadata: { description: string } } } } };
  };
  const { description } = components.schemas.DestinationRequest.properties.metadata;
  const lines = [...description.matchAll(/^- `(.*?)`: (.*)$/gm)];
  return new Map(
    lines.map(([, type = '', members = '']) => [
      type,
      [...members.matchAll(/`(.*?)`(\*?)/g)].map(([, at = '', star]) => ({ at, isMust: star === '*' })),
    ]),
  );
}

test('what a kind asks for is what the API knows of it, and nothing that has to be there is missing', async () => {
  const described = await describedKinds();
  // Whoever waits for a client is made by the command line.
  expect([...described.keys()].toSorted()).toEqual([...kinds.map(({ type }) => type), 'listen'].toSorted());
  for (const kind of kinds) {
    const asked = askedOf(kind.type, { 'sasl/mechanism': 'plain' });
    const members = described.get(kind.type)!;
    expect(members.map(({ at }) => at)).toEqual(expect.arrayContaining(asked.map(({ at }) => at)));
    const must = asked.filter(({ isOptional }) => !isOptional).map(({ at }) => at);
    expect(must).toEqual(expect.arrayContaining(members.filter(({ isMust }) => isMust).map(({ at }) => at)));
  }
});

test('who signs in is asked for once it was chosen how', () => {
  const labels = (values: Texts) => askedOf('kafka', values).map(({ label }) => label);
  expect(labels({})).not.toContain('Password');
  expect(labels({ 'sasl/mechanism': 'plain' })).toContain('Password');
});
