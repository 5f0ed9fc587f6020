import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { askedFields, kinds, metadataOf } from './kinds.ts';

const kindOf = (type: string) => kinds.find((kind) => kind.type === type)!;

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
  expect(metadataOf(kindOf(type), values)).toEqual(metadata);
});

test('a password keeps its spaces', () => {
  const values = { 'sasl/mechanism': 'plain', 'sasl/password': ' p ' };
  expect(metadataOf(kindOf('kafka'), values)).toMatchObject({ sasl: { password: ' p ' } });
});

type Schema = { required?: readonly string[]; properties?: Readonly<Record<string, Schema>> };
type OfKind = {
  if: { properties: { type: { const: string } } };
  then: { properties: { metadata: Schema } };
};

/** The metadata of each kind, as the API's document tells it. */
async function metadataSchemas(): Promise<ReadonlyMap<string, Schema>> {
  const file = new URL('../../../../../services/installations/openapi/management.json', import.meta.url);
  const { components } = JSON.parse(await readFile(file, 'utf8')) as {
    components: { schemas: { DestinationRequest: { allOf: readonly OfKind[] } } };
  };
  return new Map(
    components.schemas.DestinationRequest.allOf.map((each) => [
      each.if.properties.type.const,
      each.then.properties.metadata,
    ]),
  );
}

/** The places of a schema's members, or of those that have to be there. */
function placesIn({ required = [], properties = {} }: Schema, isMust: boolean): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (isMust && !required.includes(name)) return [];
    const inner = placesIn(schema, isMust).map((place) => `${name}/${place}`);
    return inner.length > 0 ? inner : [name];
  });
}

test('what a kind asks for is what the API knows of it, and nothing that has to be there is missing', async () => {
  const schemas = await metadataSchemas();
  // Whoever waits for a client is made by the command line.
  expect([...schemas.keys()].toSorted()).toEqual([...kinds.map(({ type }) => type), 'listen'].toSorted());
  for (const kind of kinds) {
    const asked = askedFields(kind, { 'sasl/mechanism': 'plain' });
    const schema = schemas.get(kind.type)!;
    expect(placesIn(schema, false)).toEqual(expect.arrayContaining(asked.map(({ at }) => at)));
    const must = asked.filter(({ isOptional }) => !isOptional).map(({ at }) => at);
    expect(must).toEqual(expect.arrayContaining(placesIn(schema, true)));
  }
});

test('who signs in is asked for once it was chosen how', () => {
  const labels = (values: Record<string, string>) =>
    askedFields(kindOf('kafka'), values).map(({ label }) => label);
  expect(labels({})).not.toContain('Password');
  expect(labels({ 'sasl/mechanism': 'plain' })).toContain('Password');
});
