import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createSchemaCompiler } from '@writ/problems';
import { asyncApiDocument } from '@writ/notification';
import { createClosing, productVersion } from '@writ/service-kit';
import { asyncApiFaults, startProcess } from '@writ/test-kit';
import { hostDocuments, managementServices } from './host-documents.ts';

type EdgeTable = { routes: { service: string; path: string }[]; otherwise: string };

const closing = createClosing();
const documents = hostDocuments(closing);
const hosts = Object.keys(documents) as (keyof typeof documents)[];
afterAll(() => closing.close());

test('the linter has nothing to say about either host, and every kept file is what the code says', async () => {
  // In another process: type generators are slow among the modules of tests.
  const check = await startProcess({
    command: process.execPath,
    args: [join(import.meta.dirname, 'openapi.main.ts'), '--check'],
  });
  const { code } = await check.waitForExit({ withinMs: 200_000 });
  expect([code, check.output()]).toEqual([0, '']);
});

test('the description of events is one by the official schema, and its references lead somewhere', () => {
  expect(asyncApiFaults(asyncApiDocument())).toEqual([]);
  expect(asyncApiFaults({ ...asyncApiDocument(), components: {} })).not.toEqual([]);
  expect(asyncApiFaults({ ...asyncApiDocument(), channels: { webhook: { adress: '/' } } })).not.toEqual([]);
});

test.each(hosts)('every body of the %s host is shown by an example', (host) => {
  const operations = Object.values(documents[host].paths).flatMap((item) => Object.values(item));
  const contents = operations.flatMap(({ requestBody, responses }) => [
    requestBody?.content ?? {},
    ...Object.values(responses).map((response) => ('content' in response ? (response.content ?? {}) : {})),
    ...Object.values(documents[host].components.responses).map(({ content }) => content ?? {}),
  ]);
  const shown = contents.flatMap((content) => Object.values(content)).map(({ examples }) => examples);
  expect(shown.filter((examples) => Object.keys(examples).length === 0)).toEqual([]);
  expect(shown.length).toBeGreaterThan(0);
});

/** Valid keywords that client generators omit or get wrong. */
const refusedKeywords = ['if', 'then', 'else', 'not', 'allOf', 'anyOf', 'oneOf', 'const'].concat([
  'contains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
]);
/** We name their members, not OpenAPI. */
const namingKeywords = ['properties', 'schemas', 'headers', 'responses', 'paths'];
const dataKeywords = ['example', 'examples', 'enum', 'default'];

/** Reasons why a generator may fail on a schema. */
function schemaFaults(schema: Readonly<Record<string, unknown>>): string[] {
  const { type, properties } = schema;
  const isUntyped = ('enum' in schema || properties !== undefined) && typeof type !== 'string';
  const isClosed =
    type === 'object' && properties === undefined && schema['additionalProperties'] === undefined;
  const parts: unknown[] = [schema['items'], ...(Object.values(properties ?? {}) as unknown[])];
  return [
    ...refusedKeywords.filter((keyword) => keyword in schema),
    ...(isUntyped ? ['no type'] : []),
    ...(Array.isArray(type) ? ['several types'] : []),
    ...(isClosed ? ['no additionalProperties'] : []),
    ...(parts.some((part) => typeof part === 'boolean') ? ['a boolean schema'] : []),
  ];
}

/** Every schema and every holder of schemas, with its place. */
function* placesOf(
  value: unknown,
  at = '',
  isNamed = false,
): Generator<[at: string, value: Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && !isNamed) yield [at, value as Readonly<Record<string, unknown>>];
  for (const [key, inner] of Object.entries(value)) {
    const holdsNames = !isNamed && namingKeywords.includes(key);
    if (isNamed || !dataKeywords.includes(key)) yield* placesOf(inner, `${at}/${key}`, holdsNames);
  }
}

test.each(hosts)('generators of clients can read all of the description of the %s host', (host) => {
  const places = [...placesOf(JSON.parse(JSON.stringify(documents[host])))];
  const faults = places.flatMap(([at, value]) => schemaFaults(value).map((fault) => `${at}: ${fault}`));
  expect(faults).toEqual([]);
  expect(places.length).toBeGreaterThan(300);
});

test.each(hosts)(
  'the %s host tells the version of its API, the release, and the form of its tokens',
  (host) => {
    expect(documents[host]).toMatchObject({
      info: { version: '1.0.0', 'x-release': productVersion },
      components: { securitySchemes: { Bearer: { bearerFormat: 'JWT' } } },
    });
  },
);

test('records may have any member, and a write its mode', () => {
  const record = expect.objectContaining({ type: 'object', additionalProperties: true });
  expect(documents.write.components.schemas['WriteRequest']).toMatchObject({
    properties: {
      mode: { type: 'string', enum: ['synchronous', 'asynchronous'] },
      record,
      batch: { items: { properties: { record } } },
    },
  });
});

test('every schema of an input can be compiled, which its first request does', () => {
  const compile = createSchemaCompiler();
  const { operations, notification, installations } = managementServices(closing);
  const schemas = [...operations, ...notification, ...installations].flatMap(
    ({ params, headers, query, body }) =>
      [params, headers, query, body].filter((schema) => schema !== undefined),
  );
  for (const schema of schemas) expect(compile(schema as object, 'body')(null)).not.toEqual([]);
  expect(schemas.length).toBeGreaterThan(0);
});

test('the edge leads every path of the management host to the service that has it', async () => {
  const table = await readFile(join(import.meta.dirname, '../../../../infra/edge/routes.json'), 'utf8');
  const { routes, otherwise } = JSON.parse(table) as EdgeTable;
  const { operations, notification, installations } = managementServices(closing);
  const led = Object.entries({ operations, notification, installations }).flatMap(([service, endpoints]) =>
    endpoints.map(({ path }) => {
      const asked = `/v1${path.replaceAll(/(?<!\\):\w+/g, 'x').replaceAll('\\', '')}`;
      const route = routes.find((known) => new RegExp(known.path).test(asked));
      return { asked, service, led: route?.service ?? otherwise };
    }),
  );

  expect(led.filter((each) => each.led !== each.service)).toEqual([]);
  expect(led.length).toBeGreaterThan(0);
});

test('the write host has one endpoint, and tells its key, headers, examples and refusals', () => {
  const { paths } = documents.write;
  const [item] = Object.values(paths);
  const { post } = item!;
  expect(Object.keys(paths)).toHaveLength(1);
  expect(post!.security).toEqual([{ ApiKey: ['write:records'] }, { Bearer: ['write:records'] }]);
  expect(JSON.stringify(post!.parameters)).toContain('"Idempotency-Key"');
  expect(Object.keys(post!.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '415', '422', '429']),
  );
  expect(Object.keys(post!.responses)).toEqual(
    expect.arrayContaining(['500', '502', '503', '504', 'default']),
  );
});
